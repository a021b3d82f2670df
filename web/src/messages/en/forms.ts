// The forms of the public site.
export const forms = {
  needsScript:
    'Sending this form needs JavaScript. You can also reach us by phone or email from our contact page.',
  waiting: 'One moment, this form is still loading. It will be sent as soon as it is ready.',
  lost: 'This form could not be loaded. Please load the page again, or reach us by phone or email from our contact page.',
  blank: 'Please fill in this field.',
  honeypotLabel: 'Leave this empty',
  honeypotFilled: {
    title: 'Not sent yet',
    description:
      'A hidden field was filled in, perhaps by your browser. We have cleared it. Please press the button once more.',
  },
  newsletter: {
    label: 'Newsletter',
    email: 'Email address',
    placeholder: 'Your email address',
    submit: 'Subscribe',
    empty: 'Please enter your email.',
    done: { title: 'Subscribed!', description: 'Thank you for joining our mailing list.' },
    repeated: 'You are already subscribed!',
    failed: 'Subscription failed.',
  },
};
