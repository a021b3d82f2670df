//! Tokens: whatever is not exactly what the server made opens nothing.

use super::*;

proptest! {
    #[test]
    fn no_made_up_token_opens_anything(
        token in prop_oneof!["\\PC{0,80}", "[A-Za-z0-9_=.-]{0,200}", "ey[A-Za-z0-9_-]{10,60}\\.ey[A-Za-z0-9_-]{10,60}\\.[A-Za-z0-9_-]{0,50}"],
        header in select(vec!["authorization", "apikey", "cookie", "x-forwarded-user"]),
    ) {
        let target = target();
        for value in [format!("Bearer {token}"), token.clone()] {
            let headers = [(header, value.into_bytes())];
            for path in ["/rest/v1/volunteers", "/auth/v1/user"] {
                if let Some(answer) = target.send("GET", path, &headers, vec![]) {
                    prop_assert!((400..500).contains(&answer.status), "{path} {token}: {}", answer.status);
                }
            }
        }
    }

    /// One letter of a genuine token changed, removed or added.
    #[test]
    fn no_altered_token_opens_anything(at in any::<prop::sample::Index>(), letter in "[A-Za-z0-9_.=-]", kind in 0..3) {
        let target = target();
        let mut token = target.staff.clone();
        let at = at.index(token.len());
        match kind {
            0 => token.replace_range(at..=at, &letter),
            1 => token.insert_str(at, &letter),
            _ => drop(token.remove(at)),
        }
        prop_assume!(token != target.staff);
        let headers = [("authorization", format!("Bearer {token}").into_bytes())];
        let answer = target.send("GET", "/rest/v1/volunteers", &headers, vec![]).unwrap();
        prop_assert_eq!(answer.status, 401, "{}", token);
    }
}
