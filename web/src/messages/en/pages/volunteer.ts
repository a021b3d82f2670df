export default {
  name: 'Volunteer',
  description:
    'Give an hour, a skill or a pair of hands. Tell us where you live and what you can do, and we will call you.',
  heading: 'Come and work beside us',
  intro:
    'Doctors and dispensers, teachers and students, drivers, cooks and good listeners: what we have built was built by people who came for an afternoon and stayed.',
  benefits: {
    change: {
      title: 'See what you change',
      text: 'You will meet the child you teach and the family you feed. Few gifts come back to you as quickly.',
    },
    time: {
      title: 'Give the time you have',
      text: 'An hour on Friday, a week in Ramadan, a call from abroad. We fit the work to your life, not the reverse.',
    },
    near: {
      title: 'Serve near home',
      text: 'We place you in your own town where we can, beside people who know it and will look after you.',
    },
  },
  form: {
    title: 'Volunteer application',
    intro: 'Four questions. We will call you within a few days.',
    fullName: 'Full name',
    city: 'City',
    phone: 'Phone',
    phoneExample: '03xx xxxxxxx',
    skills: 'Skills',
    skillsExample: 'e.g., Medical, Teaching, Event Management',
    submit: 'Send application',
    failed: 'Submission Failed',
    done: {
      title: 'Thank You!',
      description: 'Your volunteer application has been received. We will contact you shortly.',
    },
  },
};
