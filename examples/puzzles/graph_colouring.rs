//! Colourings of a graph, neighbours in different colours.

use quadrille::{BuildError, Problem};

/// The Petersen graph: an outer pentagon 0 to 4, an inner pentagram 5 to 9, and five spokes.
pub fn petersen() -> Vec<[usize; 2]> {
    let outer = (0..5).map(|v| [v, (v + 1) % 5]);
    let inner = (0..5).map(|v| [5 + v, 5 + (v + 2) % 5]);
    let spokes = (0..5).map(|v| [v, 5 + v]);
    outer.chain(inner).chain(spokes).collect()
}

/// * Primary items `v`: each vertex, by its number, has one colour.
/// * Secondary items `u-v.c`: of the two ends of an edge, at most one has colour `c`. (To *agree*
///   is what the colours of secondary items are for. Neighbours are to differ, which is what
///   secondary items do without colours, one for each edge and colour.)
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
