//! The JSON Schema says what the reader takes.

use quadrille::text::json;
use serde_json::Value;

/// Whether a value is as a schema says. Knows the keywords that our schema uses, and panics at
/// any other.
fn is_valid(root: &Value, schema: &Value, value: &Value) -> bool {
    let schema = schema.as_object().unwrap();
    schema.iter().all(|(keyword, told)| match &**keyword {
        "$schema" | "$defs" | "title" | "description" => true,
        "$ref" => {
            let path = told.as_str().and_then(|path| path.strip_prefix('#'));
            let target = root.pointer(path.unwrap()).unwrap();
            is_valid(root, target, value)
        }
        "type" => match told.as_str().unwrap() {
            "object" => value.is_object(),
            "array" => value.is_array(),
            "string" => value.is_string(),
            "integer" => value.is_i64() || value.is_u64(),
            other => panic!("the type {other}"),
        },
        "oneOf" => {
            let fits = told.as_array().unwrap().iter();
            fits.filter(|&one| is_valid(root, one, value)).count() == 1
        }
        "properties" => told.as_object().unwrap().iter().all(|(key, schema)| {
            let value = value.get(key);
            value.is_none_or(|value| is_valid(root, schema, value))
        }),
        "required" => {
            let mut keys = told.as_array().unwrap().iter();
            keys.all(|key| value.get(key.as_str().unwrap()).is_some())
        }
        "additionalProperties" => {
            assert_eq!(*told, Value::Bool(false));
            let known = schema["properties"].as_object().unwrap();
            let keys = value.as_object();
            keys.is_none_or(|object| object.keys().all(|key| known.contains_key(key)))
        }
        "items" | "prefixItems" => value.as_array().is_none_or(|values| {
            let all = |place: usize| match told {
                Value::Array(told) => &told[place],
                told => told,
            };
            let mut values = values.iter().enumerate();
            values.all(|(place, value)| {
                told.as_array().is_some_and(|told| place >= told.len())
                    || is_valid(root, all(place), value)
            })
        }),
        "minItems" => length(value).is_none_or(|length| length >= told.as_u64().unwrap()),
        "maxItems" => length(value).is_none_or(|length| length <= told.as_u64().unwrap()),
        "minimum" => value
            .as_i64()
            .is_none_or(|value| value >= told.as_i64().unwrap()),
        "maximum" => value
            .as_u64()
            .is_none_or(|value| value <= told.as_u64().unwrap()),
        other => panic!("the keyword {other}"),
    })
}

fn length(value: &Value) -> Option<u64> {
    value.as_array().map(|values| values.len() as u64)
}

fn schema_takes(text: &str) -> bool {
    let schema: Value = serde_json::from_str(json::SCHEMA).unwrap();
    let value = serde_json::from_str(text).unwrap();
    is_valid(&schema, &schema, &value)
}

#[test]
fn the_schema_takes_what_the_reader_takes() {
    for part in [
        r#""primary":[],"options":[]"#,
        r#""primary":["a"],"secondary":[],"options":[["a"]]"#,
        r#""primary":[{"item":"a","multiplicity":[0,3]}],"options":[]"#,
        r#""primary":["a"],"options":[{"items":["a"],"cost":18446744073709551615}]"#,
        r#""primary":["a"],"options":[{"items":["a"]},[]]"#,
        r#""primary":["a"],"secondary":["s"],"options":[["a",{"item":"s","colour":""}]]"#,
    ] {
        let text = format!("{{{part}}}");
        assert!(schema_takes(&text), "{text}");
        assert!(json::read(text.as_bytes()).is_ok(), "{text}");
    }
}

#[test]
fn the_schema_refuses_what_the_reader_refuses() {
    for text in [
        "[]",
        "{}",
        r#"{"primary":[]}"#,
        r#"{"options":[]}"#,
        r#"{"primary":{},"options":[]}"#,
        r#"{"primary":[],"options":[],"more":1}"#,
        r#"{"primary":[1],"options":[]}"#,
        r#"{"primary":[{"item":"a"}],"options":[]}"#,
        r#"{"primary":[{"multiplicity":[1,2]}],"options":[]}"#,
        r#"{"primary":[{"item":"a","multiplicity":2}],"options":[]}"#,
        r#"{"primary":[{"item":"a","multiplicity":[1]}],"options":[]}"#,
        r#"{"primary":[{"item":"a","multiplicity":[1,2,3]}],"options":[]}"#,
        r#"{"primary":[{"item":"a","multiplicity":[0,0]}],"options":[]}"#,
        r#"{"primary":[{"item":"a","multiplicity":[-1,1]}],"options":[]}"#,
        r#"{"primary":[{"item":"a","multiplicity":[1,4294967296]}],"options":[]}"#,
        r#"{"primary":[],"secondary":[{"item":"s"}],"options":[]}"#,
        r#"{"primary":["a"],"options":["a"]}"#,
        r#"{"primary":["a"],"options":[{"cost":1}]}"#,
        r#"{"primary":["a"],"options":[{"items":["a"],"cost":-1}]}"#,
        r#"{"primary":["a"],"options":[{"items":["a"],"cost":"1"}]}"#,
        r#"{"primary":["a"],"options":[{"items":["a"],"costs":1}]}"#,
        r#"{"primary":["a"],"secondary":["s"],"options":[["a",{"item":"s"}]]}"#,
        r#"{"primary":["a"],"secondary":["s"],"options":[["a",{"item":"s","colour":1}]]}"#,
        r#"{"primary":["a"],"options":[[["a"]]]}"#,
    ] {
        assert!(!schema_takes(text), "{text}");
        assert!(json::read(text.as_bytes()).is_err(), "{text}");
    }
}

#[test]
fn what_is_written_is_as_the_schema_says() {
    let problem = quadrille::text::dlx::read(
        b"a 2|b 0:3|c | s t\na b s:red |5\nb t\nc s:\xC3\xA4 |18446744073709551610\ns\n",
    )
    .unwrap();
    let mut out = Vec::new();
    json::write(&problem, &mut out).unwrap();
    assert!(schema_takes(std::str::from_utf8(&out).unwrap()));
}
