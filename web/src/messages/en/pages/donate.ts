export default {
  name: 'Donate',
  description: 'Bank details for zakat, sadaqah and general donations to the foundation, ready to copy.',
  heading: 'Give where it is needed',
  intro:
    'Zakat, sadaqah or a monthly gift: it goes to medicine, meals, teachers and bricks. Write to us after a transfer and we will send you a receipt.',
  options: 'Donation Options',
  online: {
    title: 'Online Donation',
    text: 'Give by debit or credit card, from anywhere in the world.',
    button: 'Donate Online',
    soon: {
      title: 'Coming Soon',
      description: 'Our payment gateway is being set up. Until then, please give by bank transfer.',
    },
  },
  bank: {
    title: 'Bank Transfer',
    bank_name: 'Bank name',
    account_title: 'Account title',
    account_number: 'Account number',
    iban: 'IBAN',
    swift_code: 'Swift code',
    branch_address: 'Branch address',
    copy: (field: string) => `Copy ${field}`,
    copied: (field: string) => `${field} copied`,
    copyFailed: {
      title: 'Could not copy',
      description: 'Please press and hold the text to copy it.',
    },
    failedNotice: 'Could not load donation details.',
    failed: 'Bank details could not be loaded.',
    empty: 'Our bank details will be published here soon. Until then, please ask us for them.',
    contact: 'Contact us',
  },
  volunteer: {
    title: 'Become a Volunteer',
    intro: 'Time is a gift too. Tell us what you would like to help with.',
    fullName: 'Full name',
    email: 'Email',
    phone: 'Phone',
    city: 'City',
    interest: 'Area of interest',
    interests: [
      'Health Program',
      'Education',
      'Dastarkhawan / Ration Drive',
      'Event Management',
      'General Support',
    ],
    submit: 'Submit',
    done: {
      title: 'Thank You for Your Interest!',
      description:
        'Your volunteer application has been received. We will contact you shortly. (This is a demo).',
    },
    failed: 'Submission Failed',
    /** While the foundation receives these applications. */
    received: {
      title: 'Thank You for Your Interest!',
      description: 'Your volunteer application has been received. We will contact you shortly.',
    },
  },
};
