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
    heading: 'Look into your mail',
    text: (email: string) =>
      `If there is an account for ${email}, a mail is on its way. Open the link in it, or type the six digits that it shows.`,
    hints: 'It may take a minute. Look among the spam as well. Link and code are good for one hour.',
    code: 'Six digits',
    useCode: 'Go On',
    again: 'Send Another Mail',
    sentAgain: 'We have sent another mail. The one before is good no more.',
    anotherAddress: 'Use another address',
  },
  cannotSend: 'The mail was not sent',
  tooOften: (seconds: number) => {
    const minutes = Math.ceil(seconds / 60);
    const wait = seconds < 90 ? `${seconds} seconds` : `${minutes} minutes`;
    return `A mail to this address was sent a short while ago. Please look for it, also among the spam. You can ask again in ${wait}.`;
  },
  wrongCode: 'The code is not right, or no longer good',
  wrongCodeText: 'Use the newest mail. After five wrong codes only the link in it works.',

  link: {
    recovery: {
      heading: 'Choose a new password',
      text: 'Press the button to go on. The link in your mail is good once.',
      go: 'Choose a New Password',
    },
    magiclink: {
      heading: 'Sign in',
      text: 'Press the button to sign in. The link in your mail is good once.',
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
      `In this browser ${email} is signed in. If the link is for another account, that one is signed in instead.`,
    failed: 'That did not work',
    old: {
      heading: 'This link is no longer good',
      text: 'It was used already, it is too old, or there is a newer one. Each link works once.',
      invite: 'Ask the person who invited you for another invitation.',
      email_change: 'Sign in, and change your address once more.',
      again: 'Send Me a New Link',
    },
    incomplete: {
      heading: 'This link is not complete',
      text: 'Please open the link in your mail once more, or copy the whole of it.',
    },
    confirmed: {
      heading: 'Your new address is confirmed',
      text: 'From now on you sign in with it.',
      goOn: 'Go On',
    },
  },

  newPassword: {
    title: 'New Password',
    heading: 'Choose a password',
    forAccount: (email: string) => `For ${email}.`,
    rules: (min: number) =>
      `At least ${min} characters, and none that is easily guessed. A few words of your own are good. Your other devices are signed out.`,
    password: 'New password',
    show: 'Show the password',
    save: 'Save Password',
    saved: { title: 'Password saved!', description: 'You are signed in.' },
    failed: 'The password was not saved',
  },
};
