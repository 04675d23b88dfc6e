//! The form of a text is guessed by its syntax.

use quadrille::text::{Form, dlx};

#[test]
fn the_syntax_decides() {
    for (text, form) in [
        ("a b\na\nb\n", Form::Dlx),
        ("", Form::Dlx),
        ("\u{FEFF} {\"primary\"", Form::Json),
        ("[[1, 2], [3]]", Form::Json),
        ("[[0, 1], [1, 0]]", Form::Json),
        ("[[0 1]\n [1 0]]\n", Form::Matrix),
        ("[[0. 1.]\n [1. 0.]]\n", Form::Matrix),
        // Several lists are not JSON; with commas, they may also be sets.
        ("[0, 1]\n[1, 0]\n", Form::Dlx),
        ("p ec 3\ns 1\n", Form::Ec),
        ("c x\np ec 3\n", Form::Ec),
        ("p xc 3 0\n1 2 3 0\n", Form::Miniexact),
        ("p xcc 2 1\n1 2 3 0\n", Form::Miniexact),
        ("c x\np xcc 2 1\nc y\n1 2 0\n", Form::Miniexact),
        ("<a b>\na b;\n", Form::Miniexact),
        ("< a b >\na b\n", Form::Dlx),
        ("r 1\nc 1\ne 1 1\n", Form::Libexact),
        ("c Some words\nr 1 2\nc 1\ne 1 1\n", Form::Libexact),
        ("# x 1\n# y 2\nr 1\nc 1\n\ne 1 1\n", Form::Libexact),
        ("r 1\nr 2\nc 1\n", Form::Dlx),
        ("r c e 1 2\nr 1\nc 2\ne 1 2\n", Form::Dlx),
        // These forms of numbers are never guessed.
        ("2 2\n1 1\n1 2\n", Form::Dlx),
        ("01\n10\n", Form::Dlx),
        ("0 1\n1 0\n", Form::Dlx),
    ] {
        assert_eq!(Form::of_text(text.as_bytes()), form, "{text:?}");
    }
}

/// What was DLX text before there were more forms is still DLX text.
#[test]
fn texts_with_the_words_of_other_forms_stay_dlx() {
    for text in [
        "r 1\nr\n1\n",
        "r 1 2\nr 2\nr 1\n",
        "c 1 r\nr 1\nc 1\nc\n",
        "e r c 1 2\nr 1\nc 2\ne 1 2\n",
        "# a\n# a\na\n",
        "< a >\n< a >\n",
        "p xx 1 2\np 1\n",
        "p xc 1 2\np 1\nxc 2\n",
    ] {
        assert!(dlx::read(text.as_bytes()).is_ok(), "{text:?}");
        assert_eq!(Form::of_text(text.as_bytes()), Form::Dlx, "{text:?}");
    }
}

#[test]
fn the_extension_is_corrected_by_the_text() {
    for (form, text, expected) in [
        (Form::Txt, "3 1\n2 1 3\n", Form::Txt),
        (Form::Txt, "1 1\n1 1\n", Form::Txt),
        (Form::Txt, "1 0\n0 1\n", Form::Txt),
        (Form::Txt, "0 1 1\n1 0 0\n", Form::Matrix),
        (Form::Txt, "011\n\n100\n", Form::Matrix),
        (Form::Txt, "1,0\n0,1\n", Form::Matrix),
        (Form::Txt, "0\n1\n", Form::Matrix),
        // One row of 0 and 1 may be a board.
        (Form::Txt, "000000000\n", Form::Txt),
        (Form::Txt, "a b\na b\n", Form::Txt),
        (Form::Txt, "r 1\nc 1\ne 1 1\n", Form::Libexact),
        (Form::Txt, "{\"A\": [1, 2]}", Form::Json),
        (Form::Matrix, "{", Form::Matrix),
        (Form::Json, "a\n", Form::Json),
        (Form::Spp, "a\na\n", Form::Dlx),
        (Form::Spp, "1 1\n1 1 1\n", Form::Spp),
        (Form::Rows, "2 2\n1 1\n1 2\n", Form::Rows),
    ] {
        assert_eq!(form.of_file(text.as_bytes()), expected, "{form:?} {text:?}");
    }
}

#[test]
fn forms_of_numbers_are_suggested() {
    let may = |forms: &str| format!("the text may be in another format of numbers: give {forms}");
    for (form, text, help) in [
        (
            Form::Dlx,
            "6 7\n3 1 4 7\n2 1 4\n3 4 5 7\n3 3 5 6\n4 2 3 6 7\n2 2 7\n",
            may("`--from rows`"),
        ),
        (
            Form::Txt,
            "2 3\n5 1 2\n4 2 1 2\n1 1 1\n",
            may("`--from spp`"),
        ),
        (
            Form::Txt,
            "3 3\n0 0 1\n1 0 0\n0 1 0\n",
            may("`--from matrix`"),
        ),
        (
            Form::Dlx,
            "3 3\n1 1\n1 2\n1 3\n",
            may("`--from txt` or `--from rows`"),
        ),
        // The last line is wrong.
        (
            Form::Txt,
            "3 2\n2.5 1 2\n3 2 1 3\n4 1 1 1\n",
            may("`--from spp`"),
        ),
        (
            Form::Dlx,
            "01\n10\n",
            "for rows of 0 and 1 give `--from matrix`".to_owned(),
        ),
        (
            Form::Dlx,
            "monday b\nmondey b\n",
            "did you mean \"monday\"?".to_owned(),
        ),
    ] {
        let error = form.read(text.as_bytes()).unwrap_err();
        let error = form.suggest(error, text.as_bytes(), usize::MAX);
        assert_eq!(error.help(), Some(&*help), "{text:?}");
    }
}
