export default {
  name: 'Contact',
  failed: 'Could not load contact information.',
  headOffice: 'Head Office',
  email: 'Email',
  phone: 'Phone',
  empty: 'Our address and telephone numbers will be published here soon.',
  map: 'Map to our head office',
  form: {
    title: 'Send Us a Message',
    /** Not the title: a form called “… Message” would be taken for the field of that name. */
    label: 'Contact form',
    name: 'Name',
    email: 'Email',
    subject: 'Subject',
    phone: 'Phone',
    message: 'Message',
    submit: 'Send message',
    failed: 'Your message was not sent',
    done: {
      title: 'Message Sent!',
      description:
        'Thank you for your message. We will get back to you soon. (This is a demo and no data was sent).',
    },
    /** While the foundation receives messages. */
    received: {
      title: 'Message Sent!',
      description: 'Thank you. We have your message and will get back to you soon.',
    },
  },
};
