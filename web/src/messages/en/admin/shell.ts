// The frame around every screen: the sidebar, questions, failures, and the screens that are not lists.
export const shell = {
  title: (screen: string) => `Admin | ${screen}`,
  staff: 'Staff',
  staffArea: 'Staff area',
  navigation: 'Admin',
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  skipToContent: 'Skip to content',
  signOut: 'Sign Out',
  ownAccount: (email: string) => `My account: ${email}`,
  loading: 'Loading the staff area',
  viewPublicPage: 'View public page',
  opensInNewTab: '(opens in a new tab)',
  onThisScreen: 'On this screen',
  cancel: 'Cancel',
  tryAgain: 'Try again',

  notFound: {
    title: 'Not Found',
    heading: 'We couldn’t find that screen',
    back: 'Back to the dashboard',
  },
  unreachable: {
    heading: 'Our server cannot be reached',
    text: 'You are still signed in. We try again every few seconds.',
    again: 'Try now',
  },
  failed: {
    title: 'Something went wrong',
    heading: 'This screen could not be shown',
    text: 'Something went wrong while it was drawn. What you have typed is kept. Try again, or go back to the dashboard.',
    lostPart:
      'A part of this screen could not be loaded. Please check your connection and try again. What you have typed is kept.',
    again: 'Try again',
    back: 'Back to the dashboard',
  },
  leave: {
    title: 'Leave without saving?',
    text: 'There are changes on this screen that are not saved. If you leave now, they are lost.',
    leave: 'Leave without saving',
    save: 'Save and leave',
    stay: 'Stay here',
    notSaved: {
      title: 'Not everything could be saved',
      description: 'Please look at what is marked as not saved, then try again.',
    },
  },

  errors: {
    unreachable: 'We could not reach our server. Please check your connection and try again.',
    sessionEnded:
      'Your session has ended. Please sign in again: what you have typed is kept and will be here.',
    unknown: 'Something went wrong',
  },

  screens: {
    dashboard: {
      label: 'Dashboard',
      title: 'Dashboard',
      about: 'Everything on this website that you can change, in one place.',
    },
    homepage: {
      label: 'Homepage',
      title: 'Manage Homepage',
      about: 'The picture, headings and buttons that visitors see first.',
    },
    about: {
      label: 'About Page',
      title: 'Manage About Page',
      about: 'Vision, mission and the note to readers; and the people of the committee.',
      content: 'Page content',
      team: 'Team members',
    },
    donations: {
      label: 'Donations',
      title: 'Manage Donations',
      about: 'The bank account that people give to.',
    },
    contactFooter: {
      label: 'Contact & Footer',
      title: 'Manage Contact & Footer',
      about: 'How people reach the foundation, and what appears in the footer.',
    },
    secondFactor: {
      label: 'Second factor',
      title: 'Second Factor',
      about: 'A code from an app on your phone, asked for after the password.',
    },
    settings: {
      label: 'Settings',
      title: 'General Website Settings',
      about: 'The name, the logo and the links to social media. At the end: accounts, features and mail.',
      more: 'More settings',
    },
    features: {
      label: 'Features',
      title: 'Features',
      about: 'What the website does beyond the usual. Everything is off until you switch it on.',
    },
    mail: {
      label: 'Mail',
      title: 'Mail',
      about: 'Whether the website can send mail, and what it could not send.',
    },
    accounts: {
      label: 'Accounts',
      title: 'Accounts',
      about: 'Who may sign in here, as what, and on which devices.',
    },
    account: {
      label: 'My account',
      title: 'My account',
      about: 'Your name, address and password, and the devices on which you are signed in.',
    },
    messages: {
      label: 'Messages',
      title: 'Messages',
      about: 'What visitors wrote by the contact form.',
    },
    statistics: {
      label: 'Statistics',
      title: 'Statistics',
      about: 'How often the pages are seen, and what comes by the forms.',
    },
    activity: {
      label: 'Activity',
      title: 'Activity',
      about: 'Who changed what and when, and who signed in.',
    },
  },
};
