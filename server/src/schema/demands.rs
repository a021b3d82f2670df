//! For what the foundation demands a second factor, by two switches of the document `features`: of owners for everything, and
//! of those who change the bank details. While one is on, the switches themselves are changed only with a second factor, or
//! somebody without one would switch it off first. Pure; who is asked is decided by `auth::bearer` and `rest::demands`.

use serde_json::Value;

pub const DOCUMENT: &str = "features";
pub const OF_OWNERS: &str = "owners_need_second_factor";
pub const FOR_BANK_DETAILS: &str = "bank_details_need_second_factor";
/// The document that holds the bank details.
pub const BANK_DETAILS: &str = "donation_details";

#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Demands {
    pub of_owners: bool,
    pub for_bank_details: bool,
}

impl Demands {
    /// What the stored document demands; nothing where there is none.
    pub fn read(document: Option<&str>) -> Demands {
        let document: Value = document.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let is_on = |name: &str| document[name] == Value::Bool(true);
        Demands { of_owners: is_on(OF_OWNERS), for_bank_details: is_on(FOR_BANK_DETAILS) }
    }

    pub fn any(self) -> bool {
        self.of_owners || self.for_bank_details
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_demanded_unless_a_switch_is_on() {
        for off in [None, Some(""), Some("{}"), Some("[]"), Some(r#"{"owners_need_second_factor":"true"}"#)] {
            assert!(!Demands::read(off).any(), "{off:?}");
        }
        let both = r#"{"owners_need_second_factor":true,"bank_details_need_second_factor":true}"#;
        assert_eq!(Demands::read(Some(both)), Demands { of_owners: true, for_bank_details: true });
    }
}
