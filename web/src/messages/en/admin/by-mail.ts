// Links and codes by mail: asking for one, opening it, and choosing a password.
export const byMail = {
  email: 'Email',
  backToSignIn: 'Back to the sign-in',

  recovery: {
    title: 'New Password',
    heading: 'Forgot your password?',
    text: 'Type the address of your account. We send a mail with a link to choose a new password.',
    send: 'Send the Link',
    other: 'Sign in with a link instead',
  },
  magiclink: {
    title: 'Sign In by Mail',
    heading: 'Sign in with a link',
    text: 'Type the address of your account. We send a mail with a link that signs you in, without a password.',
    send: 'Send the Link',
    other: 'Choose a new password instead',
  },
  sent: {
    heading: 'Check your mail',
    text: (email: string) =>
      `If there is an account for ${email}, a mail is on its way. Open the link in it, or type the six digits that it shows.`,
    hints:
      'It may take a minute. Please look in your spam folder too. The link and the code work for one hour.',
    code: 'Six digits',
    enterCode: 'Continue',
    again: 'Send Another Mail',
    sentAgain: 'We have sent another mail. The earlier one no longer works.',
    anotherAddress: 'Use another address',
  },
  cannotSend: 'The mail was not sent',
  tooOften: (seconds: number) => {
    const minutes = Math.ceil(seconds / 60);
    const wait = seconds < 90 ? `${seconds} seconds` : `${minutes} minutes`;
    return `A mail was sent to this address a short while ago. Please look for it, also in your spam folder. You can ask again in ${wait}.`;
  },
  wrongCode: 'The code is wrong or has expired',
  wrongCodeText: 'Please use the newest mail. After five wrong codes, only the link in it works.',

  link: {
    recovery: {
      heading: 'Choose a new password',
      text: 'Press the button to continue. The link in your mail works once.',
      go: 'Choose a New Password',
    },
    magiclink: {
      heading: 'Sign in',
      text: 'Press the button to sign in. The link in your mail works once.',
      go: 'Sign In',
    },
    invite: {
      heading: 'Welcome',
      text: 'You are invited to help with this website. Press the button, then choose a password.',
      go: 'Accept the Invitation',
    },
    email_change: {
      heading: 'Confirm your new address',
      text: 'Press the button to use this address from now on. Other devices are signed out.',
      go: 'Confirm the Address',
    },
    signedInAs: (email: string) =>
      `You are signed in here as ${email}. If the link is for another account, you will be signed in to that one instead.`,
    failed: 'That did not work',
    old: {
      heading: 'This link no longer works',
      text: 'It was already used, it is too old, or there is a newer one. Each link works once.',
      invite: 'Ask the person who invited you for another invitation.',
      email_change: 'Sign in and change your address again.',
      again: 'Send Me a New Link',
      signedIn: 'You are signed in: go to the dashboard',
    },
    incomplete: {
      heading: 'This link is not complete',
      text: 'Please open the link in your mail again, or copy all of it.',
    },
    confirmed: {
      heading: 'Your new address is confirmed',
      text: 'From now on you sign in with it.',
      goOn: 'Continue',
    },
  },

  newPassword: {
    title: 'New Password',
    heading: 'Choose a password',
    forAccount: (email: string) => `For ${email}.`,
    rules: (min: number) =>
      `At least ${min} characters, and not easy to guess. A few words of your own work well. Your other devices will be signed out.`,
    password: 'New password',
    show: 'Show the password',
    save: 'Save Password',
    saved: { title: 'Password saved!', description: 'You are signed in.' },
    failed: 'The password was not saved',
  },
};
