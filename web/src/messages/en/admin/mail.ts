// The screen for mail, for owners.
import { grouped } from './lists';

export const mail = {
  ownersOnly: 'Only an owner of this website can see its mail.',
  cannotLoad: 'Failed to load the mail settings',
  loadFailed: 'The mail settings could not be loaded. Please try again later.',
  notSetUp: {
    heading: 'No mail is set up',
    text: 'The website sends no mail. Everything else works. If you want mail about new messages, ask the person who runs the server to set UMEED_SMTP and UMEED_MAIL_FROM.',
  },
  setUp: {
    heading: 'Mail is set up',
    from: 'From',
    server: 'Mail server',
    waiting: 'Waiting',
    waitingNumber: (total: number) => grouped(total),
  },
  test: {
    heading: 'Test mail',
    help: 'Left empty, it goes to your own address.',
    to: 'Address',
    send: 'Send Test Mail',
    sent: (to: string) => `The mail server took the test mail to ${to}.`,
    notSent: 'The test mail could not be sent.',
    answer: (text: string) => `It said: ${text}`,
    cannotSend: 'Failed to send the test mail',
  },
  unsent: {
    heading: 'Not sent',
    none: 'Nothing failed in the last 30 days.',
    to: (recipient: string) => `To ${recipient}`,
    kinds: { test: 'Test mail', new_message: 'New message' } as Record<string, string>,
    failed: (when: string) => `Given up ${when}`,
    waiting: (when: string) => `Next try ${when}`,
    retry: 'Try Again',
    retryOne: (recipient: string) => `Try Again: the mail to ${recipient}`,
    retried: 'It will be sent in a moment.',
    discard: 'Discard',
    discardOne: (recipient: string) => `Discard the mail to ${recipient}`,
    discarded: 'Mail discarded.',
    question: 'Discard this mail?',
    questionText: (recipient: string) => `It will not be sent to ${recipient}. This cannot be undone.`,
    cannotRetry: 'Failed to try it again',
    cannotDiscard: 'Failed to discard it',
  },
};
