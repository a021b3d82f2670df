// The forms for the texts of each page. A field without a label here is called by its key, with spaces for underscores.

export interface FieldText {
  label?: string;
  help?: string;
  /** For a list: what one entry is called, and the button that adds one. */
  entry?: string;
  add?: string;
}

const link = { label: { label: 'Label' }, url: { label: 'URL' } };

export const content = {
  homepage: {
    save: 'Save Changes',
    saved: 'Content saved!',
    savedMore: 'Your homepage has been updated successfully.',
    cannotLoad: 'Failed to load content',
    cannotSave: 'Failed to save content',
    failed: 'Content could not be loaded.',
    sections: {
      hero: { heading: 'Hero Section', help: 'The first thing visitors see.' },
      about_us_summary: { heading: 'About Us Summary' },
      our_work: { heading: 'Our Work' },
    },
    fields: {
      'hero.image_url': { label: 'Background image' },
      'hero.heading': { label: 'Heading' },
      'hero.subheading': { label: 'Subheading' },
      'hero.button1_text': { label: 'Button 1 text', help: 'Links to the Donate page.' },
      'hero.button2_text': { label: 'Button 2 text', help: 'Links to the Volunteer page.' },
      'hero.button3_text': { label: 'Button 3 text', help: 'Links to the Projects page.' },
      'about_us_summary.heading': { label: 'Summary heading' },
      'about_us_summary.text': { label: 'Summary text' },
      'our_work.heading': {
        label: 'Our work heading',
        help: 'The heading of the section about the hospital. The text below it is fixed.',
      },
    },
  },
  about: {
    save: 'Save Page Content',
    saved: 'Content saved!',
    savedMore: 'Your about page has been updated successfully.',
    cannotLoad: 'Failed to load page content',
    cannotSave: 'Failed to save content',
    failed: 'Content could not be loaded.',
    sections: { about: { heading: 'Page Content', help: 'The timeline on this page is fixed.' } },
    fields: {
      main_heading: { help: 'The title of the page.' },
      annual_report_note: { help: 'Shown as “Note to Our Readers”.' },
    },
  },
  donation_details: {
    save: 'Save Changes',
    saved: 'Donation details saved!',
    cannotLoad: 'Failed to load donation details',
    cannotSave: 'Failed to save details',
    failed: 'Donation details could not be loaded. Please try again later.',
    sections: {
      donation_details: {
        heading: 'Bank Details',
        help: 'Shown on the Donate page, each with a button that copies it. People send money with these: please compare them with the bank’s letter.',
      },
      online: { heading: 'Online Donations' },
    },
    fields: {
      bank_name: { label: 'Bank name' },
      account_title: { label: 'Account title' },
      account_number: { label: 'Account number' },
      iban: { label: 'IBAN', help: 'With or without spaces; visitors see it in groups of four.' },
      swift_code: { label: 'Swift code' },
      branch_address: { label: 'Branch address' },
      online_donations_enabled: {
        label: 'Enable online donations',
        help: 'Shows the Online Donation card on the Donate page. Its button says “Coming Soon” for now.',
      },
      payment_gateway_api_key: {
        label: 'Payment gateway API key',
        help: 'For future integration: no payment gateway is connected yet. Visitors never see this key.',
      },
    },
  },
  contact: {
    save: 'Save Contact Content',
    saved: 'Contact content saved!',
    cannotLoad: 'Failed to load contact content',
    cannotSave: 'Failed to save contact content',
    failed: 'Contact content could not be loaded. Please try again later.',
    sections: { contact: { heading: 'Contact Page' } },
    fields: {
      heading: { label: 'Heading' },
      subheading: { label: 'Subheading' },
      address: { label: 'Address' },
      email: { label: 'Email' },
      phones: { label: 'Phone numbers', entry: 'phone number', add: 'Add Phone Number' },
      map_url: {
        label: 'Map URL',
        help: 'Paste a link from the address bar of OpenStreetMap or Google Maps, or the whole code from “Embed a map”.',
      },
    },
  },
  footer: {
    save: 'Save Footer Content',
    saved: 'Footer content saved!',
    cannotLoad: 'Failed to load footer content',
    cannotSave: 'Failed to save footer content',
    failed: 'Footer content could not be loaded. Please try again later.',
    sections: {
      footer: { heading: 'Footer', help: 'Appears in the footer of every page.' },
      newsletter_section: { heading: 'Newsletter', help: 'The sign-up form in the footer.' },
    },
    fields: {
      tagline: { label: 'Tagline' },
      website_url: { label: 'Website URL' },
      quick_links: { label: 'Quick links', entry: 'quick link', add: 'Add Quick Link' },
      get_involved_links: {
        label: 'Get involved links',
        entry: 'get involved link',
        add: 'Add Get Involved Link',
        help: 'A separate list; leave it empty to show none.',
      },
    },
    parts: { quick_links: link, get_involved_links: link },
  },
  newsletter_section: {
    cannotLoad: 'Failed to load newsletter content',
    fields: {
      subheading: { label: 'Newsletter text' },
      placeholder: { label: 'Newsletter hint', help: 'Shown in the empty field.' },
      button_text: { label: 'Newsletter button' },
    },
  },
  general_settings: {
    save: 'Save All Settings',
    saved: 'Settings saved successfully!',
    cannotLoad: 'Failed to load settings',
    cannotSave: 'Failed to save settings',
    failed: 'Settings could not be loaded. Please try again later.',
    cannotLoadSocial: 'Failed to load footer for social links',
    sections: {
      general_settings: { heading: 'Name and logo' },
      footer: { heading: 'Social Links', help: 'The icons under “Follow Us” in the footer.' },
    },
    fields: {
      site_name: { label: 'Site name', help: 'Shown in the header, the footer and the title of every page.' },
      logo_url: { label: 'Logo', help: 'Shown in the header and the footer of every page.' },
      favicon_url: {
        label: 'Favicon',
        help: 'The small icon in the browser’s tab: an ICO, PNG or SVG file.',
      },
    },
  },
  features: {
    save: 'Save Features',
    saved: 'Features saved!',
    cannotLoad: 'Failed to load features',
    cannotSave: 'Failed to save features',
    failed: 'The features could not be loaded. Please try again later.',
    sections: {
      features: {
        heading: 'Contact messages',
        help: 'Off: the contact form is a demonstration and says so. On: what visitors write comes into your inbox, and they are told that you have it.',
      },
      volunteers: {
        heading: 'Volunteers on the Donate page',
        help: 'Off: the form beside the bank details is a demonstration and says so. On: it also asks for the city, and the application is stored with your volunteers.',
      },
      demands: {
        heading: 'Second factor',
        help: 'A second factor is a code from an app on the phone, asked for after the password: a stolen password alone then opens nothing. Anybody can set one up. Here you say who must have one.',
      },
      times: { heading: 'Times' },
    },
    fields: {
      receive_messages: {
        label: 'Receive contact messages',
        help: 'Visitors see “Message Sent!” and that you will get back to them. Somebody should look into the inbox every few days.',
      },
      message_recipients: {
        label: 'Tell these people by mail',
        entry: 'address',
        add: 'Add Address',
        help: 'Each gets a mail for every new message, once mail is set up (Settings, Mail). Visitors never see these addresses.',
      },
      receive_volunteers: {
        label: 'Receive Donate-page volunteers',
        help: 'Visitors see “Thank You for Your Interest!”. In your list, every volunteer gets a status and a place for notes.',
      },
      owners_need_second_factor: {
        label: 'Owners need a second factor',
        help: 'An owner without one is asked to set it up at once, and can do nothing else before.',
      },
      bank_details_need_second_factor: {
        label: 'Bank details need a second factor',
        help: 'Only somebody who has given a code can change the bank details or these two switches.',
      },
      time_zone: {
        label: 'Time zone',
        help: 'Everybody who looks after this website then sees the same times, here and in exported files.',
      },
    },
  },
  social: {
    fields: { social_links: { label: 'Links', entry: 'social link', add: 'Add Social Link' } },
    parts: { social_links: { platform: { label: 'Platform' }, url: { label: 'URL' } } },
  },
  testimonials_section: {
    save: 'Save Page Heading',
    saved: 'Content saved!',
    savedMore: 'Your testimonials page has been updated successfully.',
    cannotLoad: 'Failed to load page content',
    cannotSave: 'Failed to save content',
    failed: 'Content could not be loaded.',
    sections: {
      testimonials_section: {
        heading: 'Page Heading',
        help: 'At the top of the Testimonials page. The thank-you text at its end is fixed.',
      },
    },
    fields: {
      heading: { label: 'Page heading' },
      subheading: { label: 'Page subheading' },
    },
  },
  /** Of a list that has no texts of its own. */
  add: 'Add',
  entry: 'entry',
};
