// Signing in and out.
export const session = {
  title: 'Sign In',
  heading: 'Staff sign in',
  forStaff: 'For the people who look after this website.',
  ended: 'Your session has ended. Sign in again to go on: what you had typed is kept.',
  email: 'Email',
  password: 'Password',
  signIn: 'Sign In',
  forgot: 'Forgot password?',
  noReset: 'Feature not implemented: Password reset is not yet available.',
  backToSite: 'Back to the website',

  welcome: { title: 'Login Successful', description: 'Welcome back!' },
  signInFailed: 'Sign in Failed',
  signOutFailed: 'Sign out Failed',
  signUpFailed: 'Sign up Failed',
  tooManyTries: (minutes: number) =>
    `Too many tries. Please wait ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
};
