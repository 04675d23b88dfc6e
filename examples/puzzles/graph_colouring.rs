//! Colourings of a graph in which neighbours have different colours.

use quadrille::{BuildError, Problem};

/// The Petersen graph: an outer pentagon 0 to 4, an inner pentagram 5 to 9, and five spokes.
pub fn petersen() -> Vec<[usize; 2]> {
    let outer = (0..5).map(|v| [v, (v + 1) % 5]);
    let inner = (0..5).map(|v| [5 + v, 5 + (v + 2) % 5]);
    let spokes = (0..5).map(|v| [v, 5 + v]);
    outer.chain(inner).chain(spokes).collect()
}

/// * Primary items `v`: each vertex, by its number, has one colour.
/// * Secondary items `u-v.c`: at most one end of an edge has colour `c`. (The colours of secondary
///   items make options *agree*. Here neighbours must *differ*, so the items have no colours, and
///   there is one for each edge and colour.)
/// * Options `v u-v.c ...`: vertex `v` has colour `c`. Option `colours * v + c`.
pub fn graph_colouring(
    vertices: usize,
    edges: &[[usize; 2]],
    colours: usize,
) -> Result<Problem, BuildError> {
    let mut builder = Problem::builder();
    for vertex in 0..vertices {
        builder.primary(vertex.to_string())?;
    }
    let end = |[u, v]: [usize; 2], colour| format!("{u}-{v}.{colour}");
    for &edge in edges {
        for colour in 0..colours {
            builder.secondary(end(edge, colour))?;
        }
    }
    for vertex in 0..vertices {
        for colour in 0..colours {
            let at_vertex = edges.iter().filter(|edge| edge.contains(&vertex));
            let mut items = vec![vertex.to_string()];
            items.extend(at_vertex.map(|&edge| end(edge, colour)));
            builder.option(&items)?;
        }
    }
    Ok(builder.build())
}
