//! A corpus of nasty drawings, and of harmless ones that must come through.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use proptest::prelude::*;

use super::*;

fn cleaned(inner: &str) -> String {
    let whole = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:h="http://www.w3.org/1999/xhtml">{inner}</svg>"#
    );
    let once = clean(whole.as_bytes()).unwrap().text;
    assert_eq!(clean(once.as_bytes()).unwrap().text, once, "a second pass changes nothing");
    let inside = once.strip_prefix("<svg xmlns=\"http://www.w3.org/2000/svg\">").expect("the root stands alone");
    inside.strip_suffix("</svg>").expect("the root is closed").to_owned()
}

#[test]
fn what_could_act_is_left_out() {
    let nasty = [
        "<script>alert(1)</script>",
        "<script href='https://evil.example/x.js'/>",
        "<h:script>alert(1)</h:script>",
        "<foreignObject><h:body onload='alert(1)'/></foreignObject>",
        "<h:iframe src='javascript:alert(1)'/>",
        "<handler type='text/javascript'>alert(1)</handler>",
        "<set attributeName='onmouseover' to='alert(1)'/>",
        "<animate attributeName='href' values='javascript:alert(1)'/>",
        "<animateTransform/>",
        "<discard/>",
        "<audio src='https://evil.example'/>",
        "<feImage href='https://evil.example/x.png'/>",
        "<!--><script>alert(1)</script>-->",
        "<?xml-stylesheet href='https://evil.example/x.css'?>",
        "<style>@import url(https://evil.example/x.css);</style>",
        "<style>@import 'https://evil.example/x.css'</style>",
        "<style>rect{fill:url(https://evil.example/#a)}</style>",
        "<style>rect{fill:u\\72l(https://evil.example)}</style>",
        "<style><![CDATA[rect{background:URL( 'https://evil.example' )}]]></style>",
        "<style>rect{background:image-set('https://evil.example' 1x)}</style>",
        "<style>@imp@import x;ort url(https://evil.example);</style>",
        "<style>rect{fill:url(#a</style>",
        "<style/>",
        "<metadata><rdf:RDF xmlns:rdf='urn:x'><a>text</a></rdf:RDF></metadata>",
        "stray text",
        "<title>Zulekha</title>",
        "<desc>Zulekha</desc>",
        "<!-- Zulekha -->",
        "<?Zulekha?>",
        "<![CDATA[Zulekha]]>",
        "<style>/* Zulekha */</style>",
        "<style>.a{/* Zulekha */}</style>",
        "<style>Zulekha{fill:red}</style>",
        "<style>[Zulekha]{fill:red}</style>",
        "<style>rect::Zulekha{fill:red}</style>",
        "<style>rect{--name:Zulekha}</style>",
        "<style>rect{content:'Zulekha'}</style>",
        "<style>@media Zulekha{rect{fill:red}}</style>",
        "<style>@keyframes Zulekha{from{fill:red}}</style>",
        "<style>@layer Zulekha;</style>",
        "<style>Zulekha</style>",
    ];
    for drawing in nasty {
        assert_eq!(cleaned(drawing), "", "{drawing}");
    }
}

#[test]
fn attributes_that_could_act_are_left_out() {
    let nasty = [
        "onload='alert(1)'",
        "onclick='alert(1)'",
        "ONCLICK='alert(1)'",
        "xlink:href='javascript:alert(1)'",
        "href='#a'",
        "style='fill:url(https://evil.example)'",
        "style='fill:url(data:image/svg+xml;base64,AAAA)'",
        "style='fill:u&#114;l(https://evil.example)'",
        "style='behavior:url(#default#time2)'",
        "style='-moz-binding:url(#x)'",
        "style='width:expression(alert(1))'",
        "style='fill:u\\72l(//evil.example)'",
        "fill='url(//evil.example#a)'",
        "fill='u\\72l(//evil.example#a)'",
        "filter='url(\"https://evil.example/#a\")'",
        "data-x='1'",
        "id='Zulekha'",
        "class='Zulekha'",
        "aria-label='Zulekha'",
        "role='Zulekha'",
        "lang='Zulekha was here'",
        "fill='Zulekha'",
        "fill='#Zulekha'",
        "font-family='Zulekha'",
        "width='10Zulekha'",
        "d='M 0 0 Zulekha'",
        "transform='Zulekha(5)'",
        "style='Zulekha:red'",
        "style='--name:Zulekha'",
        "style='fill:Zulekha'",
        "style='/* Zulekha */'",
        "style='fill:\"Zulekha\"'",
        "fill=''",
        "xml:base='https://evil.example/'",
        "h:onload='alert(1)'",
        "formaction='javascript:alert(1)'",
        "src='javascript:alert(1)'",
    ];
    for attribute in nasty {
        assert_eq!(cleaned(&format!("<rect {attribute}/>")), "<rect/>", "{attribute}");
    }
}

#[test]
fn references_stay_inside_the_drawing() {
    for (given, kept) in [
        ("<use href='#a'/>", "<use href=\"#i1\"/>"),
        ("<use xlink:href='#a'/>", "<use href=\"#i1\"/>"),
        ("<use href='#a' xlink:href='#b'/>", "<use href=\"#i1\"/>"),
        ("<use href='https://evil.example/x.svg#a'/>", "<use/>"),
        ("<use href='data:image/svg+xml,x#a'/>", "<use/>"),
        ("<use href='&#106;avascript:alert(1)'/>", "<use/>"),
        ("<use href='#'/>", "<use/>"),
        ("<image href='data:image/png;base64,iVBORw0='/>", "<image/>"),
        ("<image href='data:image/svg+xml;base64,AAAA'/>", "<image/>"),
        ("<image href='data:text/html;base64,AAAA'/>", "<image/>"),
        ("<image href='https://evil.example/x.png'/>", "<image/>"),
        ("<image href='data:image/png;base64,AA\"onload=x'/>", "<image/>"),
        ("<rect fill='url(#a)'/>", "<rect fill=\"url(#i1)\"/>"),
        ("<rect fill=\"url('#a') red\"/>", "<rect fill=\"url(#i1) red\"/>"),
        ("<a href='javascript:alert(1)'><circle r='1'/></a>", "<circle r=\"1\"/>"),
    ] {
        assert_eq!(cleaned(given), kept, "{given}");
    }
}

#[test]
fn harmless_drawings_come_through() {
    for drawing in [
        r##"<defs><linearGradient id="i1"><stop offset="0" stop-color="#0a7"/></linearGradient></defs><path d="M0 0h10z" fill="url(#i1)"/>"##,
        r#"<g transform="rotate(5)" style="fill:none;stroke:red"><text x="1">امید &amp; <tspan>hope</tspan></text></g>"#,
        "<style>.c1{fill:red}@media (prefers-color-scheme:dark){.c1{fill:blue}}</style>",
        r#"<style>g &gt; .c1,rect:nth-child(2n+1) .c2{fill:#fff;stroke-width:1.5e-2px}</style><rect class="c2 c1"/>"#,
        r#"<text font-family="'Times New Roman',serif" font-size="12pt" lang="ur-PK" xml:space="preserve">a</text>"#,
        r#"<filter id="i1" x="-10%"><feFlood flood-opacity="0" result="r1"/><feBlend in="SourceGraphic" in2="r1" mode="normal"/></filter><g filter="url(#i1)"/>"#,
        r#"<path d="M1.5,2e-3 C 1 2 3 4 5 6 Z" fill="rgba(0, 10%, 20, .5)" transform="matrix(1 0 0 -1 0 5) translate(2,3)"/>"#,
        r#"<svg viewBox="0 0 1 1" preserveAspectRatio="xMidYMid slice" style="mix-blend-mode:multiply;enable-background:new 0 0 1 1"></svg>"#,
    ] {
        assert_eq!(cleaned(drawing), drawing);
    }
    assert_eq!(
        cleaned("<style>@font-face{font-family:x;src:url(https://evil.example/x.woff)}.a{fill:red}</style>"),
        "<style>.c1{fill:red}</style>"
    );
}

/// A picture with words in it, which must not come along inside a drawing.
fn with_words() -> Vec<u8> {
    let mut png = std::io::Cursor::new(Vec::new());
    image::DynamicImage::new_rgb8(2, 2).write_to(&mut png, image::ImageFormat::Png).unwrap();
    [&png.into_inner()[..], b"Zulekha was here"].concat()
}

#[test]
fn no_word_comes_along_that_is_not_shown() {
    let picture = STANDARD.encode(with_words());
    let drawing = format!(
        r##"<title>Zulekha</title><style>/*Zulekha*/ .Zulekha-a, #Zulekha-b {{ fill : red; Zulekha: 1 }} .unused{{fill:blue}}</style>
        <g id="Zulekha-layer" class="Zulekha-a Zulekha-other" data-name="Zulekha">
        <rect id="Zulekha-b" fill="url(#Zulekha-c)" style="font-family:Zulekha, Arial;-inkscape-x:Zulekha"/>
        <pattern id="Zulekha-c" xlink:href="#Zulekha-b"/><pattern id="Zulekha-d"/>
        <filter><feOffset in="Zulekha-e" result="Zulekha-f"/><feBlend in2="Zulekha-f"/></filter>
        <image href="data:image/png;base64,{picture}"/></g>"##
    );
    let clean = cleaned(&drawing);
    let (before, rest) = clean.split_once("base64,").unwrap();
    let (picture, after) = rest.split_once('"').unwrap();
    assert_eq!(
        format!("{before}{after}"),
        "<style>.c1, #i1{fill:red}.c2{fill:blue}</style><g class=\"c1\">\
         <rect id=\"i1\" fill=\"url(#i2)\" style=\"font-family:Arial\"/><pattern id=\"i2\" href=\"#i1\"/><pattern/>\
         <filter><feOffset in=\"r1\" result=\"r2\"/><feBlend in2=\"r2\"/></filter><image href=\"data:image/png;/></g>"
    );
    let picture = STANDARD.decode(picture).unwrap();
    image::load_from_memory(&picture).unwrap();
    assert_eq!(picture.len(), with_words().len() - "Zulekha was here".len());
}

#[test]
fn foreign_prefixes_and_missing_namespaces_are_put_right() {
    let prefixed = r#"<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd">
        <s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:i="urn:inkscape" i:version="1"><s:rect/><i:view/></s:svg>"#;
    assert_eq!(clean(prefixed.as_bytes()).unwrap().text, r#"<svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>"#);
    assert_eq!(
        clean(b"\xEF\xBB\xBF<svg viewBox='0 0 20 10'><script/><rect/></svg>").unwrap().text,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><rect/></svg>"#
    );
}

#[test]
fn sizes_are_read_from_the_root() {
    let size = |root: &str| clean(format!("<svg {root}/>").as_bytes()).unwrap().size;
    assert_eq!(size("width='20px' height='10'"), Some(Size { width: 20, height: 10 }));
    assert_eq!(size("width='100%' viewBox='0 0 30.4,40'"), Some(Size { width: 30, height: 40 }));
    assert_eq!(size("viewBox='0 0 1e9 1'"), None);
    assert_eq!(size(""), None);
}

#[test]
fn what_cannot_be_judged_is_refused() {
    let deep = format!("{}{}", "<svg>".repeat(200), "</svg>".repeat(200));
    let laughs = r#"<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><svg><text>&b;</text></svg>"#;
    let outside = r#"<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>"#;
    let hidden = r#"<!DOCTYPE svg [<!ENTITY x "javascript:alert(1)">]><svg><rect id="&x;"/></svg>"#;
    for drawing in [
        "",
        "<svg>",
        "<svg></g>",
        "<svg/><svg/>",
        "<svg a='1' a='2'/>",
        "<svg><g></svg></g>",
        "<html/>",
        "<svg>&x</svg>",
        &deep,
        laughs,
        outside,
        hidden,
    ] {
        assert!(clean(drawing.as_bytes()).is_err(), "{drawing}");
    }
    assert!(clean(b"<svg>\xFF</svg>").is_err());
    for drawing in [laughs, outside, hidden] {
        assert_eq!(clean(drawing.as_bytes()).unwrap_err(), ENTITIES);
    }
}

/// Each level draws the one before ten times.
fn levels(count: usize) -> String {
    let level = |number: usize| match number {
        0 => r#"<rect id="i0" width="1" height="1"/>"#.to_owned(),
        _ => format!(r#"<g id="i{number}">{}</g>"#, format!(r##"<use href="#i{}"/>"##, number - 1).repeat(10)),
    };
    let all: String = (0..=count).map(level).collect();
    format!(r##"<svg xmlns="http://www.w3.org/2000/svg"><defs>{all}</defs><use href="#i{count}"/></svg>"##)
}

#[test]
fn a_drawing_that_repeats_itself_without_end_is_refused() {
    for few in [0, 1, 2] {
        assert!(clean(levels(few).as_bytes()).is_ok(), "{few}");
    }
    for many in [4, 5, 11, 60] {
        assert!(clean(levels(many).as_bytes()).unwrap_err().contains("too often"), "{many}");
    }
    let masks = levels(5).replace("<use href=\"#", "<rect mask=\"url(#").replace("\"/>", ")\"/>");
    assert!(clean(masks.as_bytes()).is_err(), "{masks}");
    let circle = r##"<svg xmlns="http://www.w3.org/2000/svg"><g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>"##;
    assert!(clean(circle.as_bytes()).is_ok());
}

proptest! {
    #[test]
    fn no_text_panics_and_a_second_pass_changes_nothing(
        inner in r#"(<(g|style|use|text|script|a)( (href|style|onload|id)=("|')(#a|url\(|javascript:|\\|&lt;|&#x1;|;)*("|'))?/?>|</(g|style|use|text|script|a)>|<!\[CDATA\[|\]\]>|&amp;|&#10;|@import|x| ){0,12}"#,
    ) {
        if let Ok(once) = clean(format!("<svg>{inner}</svg>").as_bytes()) {
            let lower = once.text.to_lowercase();
            // As words of a text they load nothing.
            let in_style = |part: &str| part.split("</style").next().unwrap_or_default().contains("@import");
            prop_assert!(!lower.contains("<script") && !lower.contains(" onload="));
            prop_assert!(!lower.split("<style").skip(1).any(in_style));
            prop_assert_eq!(clean(once.text.as_bytes()).unwrap().text, once.text);
        }
    }
}
