//! The JSON Schema of problems accepts the same texts as the reader.

use quadrille::text::json;
use serde_json::Value;

use super::judge::is_valid;

fn schema_accepts(text: &str) -> bool {
    let schema: Value = serde_json::from_str(json::SCHEMA).unwrap();
    let value = serde_json::from_str(text).unwrap();
    is_valid(&schema, &schema, &value)
}

#[test]
fn the_schema_accepts_valid_problems() {
    for part in [
        r#""primary":[],"options":[]"#,
        r#""primary":["a"],"secondary":[],"options":[["a"]]"#,
        r#""primary":[{"item":"a","multiplicity":[0,3]}],"options":[]"#,
        r#""primary":[{"item":"a","multiplicity":2},{"item":"b"}],"options":[]"#,
        r#""primary":["a"],"options":[{"items":["a"],"cost":-9223372036854775807}]"#,
        r#""primary":["a"],"options":[{"items":["a"],"cost":-2.25}]"#,
        r#""primary":["a"],"options":[{"items":["a"]},[]]"#,
        r#""primary":["a"],"secondary":["s"],"options":[["a",{"item":"s","colour":""}]]"#,
    ] {
        let text = format!("{{{part}}}");
        assert!(schema_accepts(&text), "{text}");
        assert!(json::read(text.as_bytes()).is_ok(), "{text}");
    }
}

#[test]
fn the_schema_rejects_invalid_problems() {
    for text in [
        "[]",
        "{}",
        r#"{"primary":[]}"#,
        r#"{"options":[]}"#,
        r#"{"primary":{},"options":[]}"#,
        r#"{"primary":[],"options":[],"more":1}"#,
        r#"{"primary":[1],"options":[]}"#,
        r#"{"primary":[{"multiplicity":[1,2]}],"options":[]}"#,
        r#"{"primary":[{"item":"a","multiplicity":0}],"options":[]}"#,
        r#"{"primary":[{"item":"a","multiplicity":"2"}],"options":[]}"#,
        r#"{"primary":[{"item":"a","multiplicity":4294967296}],"options":[]}"#,
        r#"{"primary":[{"item":"a","multiplicity":[1]}],"options":[]}"#,
        r#"{"primary":[{"item":"a","multiplicity":[1,2,3]}],"options":[]}"#,
        r#"{"primary":[{"item":"a","multiplicity":[0,0]}],"options":[]}"#,
        r#"{"primary":[{"item":"a","multiplicity":[-1,1]}],"options":[]}"#,
        r#"{"primary":[{"item":"a","multiplicity":[1,4294967296]}],"options":[]}"#,
        r#"{"primary":[],"secondary":[{"item":"s"}],"options":[]}"#,
        r#"{"primary":["a"],"options":["a"]}"#,
        r#"{"primary":["a"],"options":[{"cost":1}]}"#,
        r#"{"primary":["a"],"options":[{"items":["a"],"cost":9223372036854775808}]}"#,
        r#"{"primary":["a"],"options":[{"items":["a"],"cost":"1"}]}"#,
        r#"{"primary":["a"],"options":[{"items":["a"],"costs":1}]}"#,
        r#"{"primary":["a"],"secondary":["s"],"options":[["a",{"item":"s"}]]}"#,
        r#"{"primary":["a"],"secondary":["s"],"options":[["a",{"item":"s","colour":1}]]}"#,
        r#"{"primary":["a"],"options":[[["a"]]]}"#,
    ] {
        assert!(!schema_accepts(text), "{text}");
        assert!(json::read(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn written_problems_match_the_schema() {
    let problem = quadrille::text::dlx::read(
        b"a 2|b 0:3|c | s t\na b s:red |5.5\nb t\nc s:\xC3\xA4 |-92233720368547.02\ns\n",
    )
    .unwrap();
    let mut out = Vec::new();
    json::write(&problem, &mut out).unwrap();
    assert!(schema_accepts(std::str::from_utf8(&out).unwrap()));
}
