//! Word rectangles: grids of letters with a word in every row and every column.

use quadrille::{BuildError, Problem, Use};

/// Some words of four letters.
pub const ACROSS: &str = "
    able acre also area army away base bear best bird blue boat body bone cake calm card city
    clay coal cold corn dark dawn deer desk door dust each east echo edge even face fair farm
    fern fire fish flat foal foot fork gate gift goat gold gone hair half hand harp heat herb
    hero hill home hope horn idea idle inch iron isle item keen kind king kite lake lamb lamp
    land lane leaf lean lime lion loan lord lost lute made mane mare mask mate meal melt mild
    mint mole moon near neat nest nine nose oath oats once open oral oven over pace pale path
    pear pine plan poem pond pore port rain rare real rice ripe road rose rust sail salt sand
    seal seed self ship shoe silk slow snow soap sole song star stem tale tame team tear tent
    tide time tone town tree tune twin used vast vine walk wall warm wave west wine wing wolf
    wood word yarn year zero";

/// Some words of three letters.
pub const DOWN: &str = "
    ace act age ago aid aim air ale all and ant ape arc are ark arm art ash ask ate bar bat bee
    bit boa bow bud bus can cap car cat cow cup dam day den dew dog dry ear eat eel egg ego elk
    elm end era eve ewe eye far fan fig fin fir fly fog fox fur gas gem gum hat hay hen hip hot
    ice ill imp ink inn ion ivy jam jar joy key kid kin lap law leg lid lie lip log lot low mad
    map mat mix mud nap net new nod nut oak oar oat odd oil old one orb ore our out owl own pan
    paw pea pen pet pie pig pin pot ram ran rat raw ray red rib rim rod roe row rug run rye sad
    sap sea see set sew shy sir six ski sky sly son sow spa sun tan tap tar tea ten tie tin toe
    ton top toy tub two urn use van vow wag wax way web wet win wit woe yak yam yes yew zoo";

/// * Primary items `A0 A1 ...` and `D0 D1 ...`: each row and each column has a word.
/// * Secondary items `rc`: the cells; their colours are letters.
/// * Options `Ar rc:l ...` and `Dc rc:l ...`: this word is in that row or column.
///
/// Words across have as many letters as there are columns, and words down as there are rows.
pub fn word_rectangles(across: &[&str], down: &[&str]) -> Result<Problem, BuildError> {
    let columns = across.first().map_or(0, |word| word.len());
    let rows = down.first().map_or(0, |word| word.len());
    let mut builder = Problem::builder();
    for row in 0..rows {
        builder.primary(format!("A{row}"))?;
    }
    for column in 0..columns {
        builder.primary(format!("D{column}"))?;
    }
    for row in 0..rows {
        for column in 0..columns {
            builder.secondary(format!("{row}{column}"))?;
        }
    }
    // A line, the cells along it, and a word in it.
    let mut add = |line: String, cells: Vec<String>, word: &str| {
        let letters: Vec<String> = word.chars().map(String::from).collect();
        let uses = cells.iter().zip(&letters);
        let uses = uses.map(|(cell, letter)| Use::from((cell, letter.as_str())));
        builder.option([Use::from(&line)].into_iter().chain(uses))
    };
    for row in 0..rows {
        for word in across {
            let cells = (0..columns).map(|column| format!("{row}{column}"));
            add(format!("A{row}"), cells.collect(), word)?;
        }
    }
    for column in 0..columns {
        for word in down {
            let cells = (0..rows).map(|row| format!("{row}{column}"));
            add(format!("D{column}"), cells.collect(), word)?;
        }
    }
    Ok(builder.build())
}
