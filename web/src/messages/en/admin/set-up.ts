// The page behind the link of the first start, and what the dashboard says right after it.
export const setUp = {
  title: 'Set Up',
  heading: 'Set up your website',
  intro: 'This takes about a minute. You can change later what you type here.',

  siteName: { label: 'Name of the foundation', help: 'Shown at the top of every page.' },
  logo: {
    label: 'Logo',
    optional: '(optional)',
    help: 'A picture from your phone is fine. Without one, the name stands in its place.',
    choose: 'Choose a picture',
    change: 'Choose another',
    remove: 'Without a logo',
    shown: 'The logo that you chose',
    tooLarge: (megabytes: string) =>
      `This picture has more than ${megabytes} MB. Please choose a smaller one.`,
  },
  email: { label: 'Your email address', help: 'You sign in with it. Visitors do not see it.' },
  password: {
    label: 'Choose a password',
    help: (min: number) =>
      `At least ${min} characters, and not easy to guess. A few words of your own work well.`,
    show: 'Show the password',
  },
  begin: {
    label: 'What the website begins with',
    sample: 'Examples',
    sampleHelp:
      'Every page is filled with example texts and pictures. You replace them one by one. Good to see how it will look.',
    blank: 'Empty pages',
    blankHelp:
      'Every page is there, without your texts and pictures yet. The examples are deleted for good. A few pages keep the words they are built with: the journey, the president’s messages, the footprint, the upcoming projects and the blog.',
    changed: 'Somebody has already changed something on this website, so everything on it stays as it is.',
  },
  timeZone: {
    label: 'Time zone',
    help: 'In the staff area, everybody sees times in this zone. Statistics go by the day in Pakistan.',
    now: (time: string) => `It is ${time} there now.`,
  },

  after: 'When you press the button',
  afterwards: [
    'your website gets this name and logo,',
    'you are signed in, from now on with the address and password above,',
    'the first password and this link stop working.',
  ],
  go: 'Set Up the Website',

  refused: {
    site_name_missing: 'Please type the name.',
    site_name_too_long: 'This name is too long.',
    email_missing: 'Please type your address.',
    invalid_email: 'This is not an email address. It looks like name@example.org.',
    email_taken: 'Another account has this address. Please use another one.',
    password_too_short: (min: number) => `Please type at least ${min} characters.`,
    password_too_long: (max: number) => `Please type at most ${max} characters.`,
    password_easily_guessed: 'This password is easy to guess. Please choose a different one.',
    invalid_time_zone: 'The server does not know this time zone. Please choose another one.',
    content_changed:
      'Somebody has changed something on the website just now, so everything on it stays. Press the button again to go on.',
  },
  failed: 'The website was not set up',
  check: 'Please look at the fields marked in red.',

  gone: {
    heading: 'This link no longer works',
    text: 'It works once, within a day of the first start, and until somebody has signed in.',
    next: 'If the website is set up already, sign in. If you do not know the password, ask the person who runs the server for a new one.',
    signIn: 'Go to the Sign-In',
  },
  incomplete: {
    heading: 'This link is not complete',
    text: 'Please copy all of it, to the last letter, from where the server printed it.',
  },
  unreachable: { heading: 'That did not work just now', again: 'Try Again' },
  signIn: { title: 'Your website is set up', description: 'Please sign in with your address and password.' },

  first: {
    heading: 'Your website is set up',
    text: 'What to do first:',
    bank: { label: 'Put in your bank details', text: 'Visitors give to the account that stands there.' },
    sampleBank: 'The one there now is only an example: money sent to it does not reach you.',
    homepage: { label: 'Write your home page', text: 'The first words and the picture that visitors see.' },
    contact: { label: 'Put in your address and telephone', text: 'So that people can reach you.' },
    people: { label: 'Invite others', text: 'Each person gets an account of their own.' },
    look: 'See your website',
  },
};
