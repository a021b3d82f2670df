export default {
  name: 'Testimonials',
  heading: 'Voices of Impact',
  gratitude:
    'With gratitude to the people who let us share their words: patients, parents, students and friends.',
  failed: 'The testimonials could not be loaded. Please try again later.',
  empty: 'The first voices will be heard here soon.',
  thanks: 'Thank you',
  thanksText:
    'Behind each of these words stands someone who gave: an hour, a meal, a month’s school fees, a prayer. If that was you, these words are yours too.',
};
