export default {
  name: 'Our Projects',
  description:
    'Dispensaries, schools, meals, ration drives, training for women and relief: the work of the foundation around Faisalabad.',
  intro:
    'Each of these began with one family’s need, and goes on because neighbours near and far keep it going.',
  failed: 'Our projects could not be loaded. Please try again later.',
  empty: 'Our projects will be described here soon.',
  storiesTitle: 'Before and after',
  before: 'Before',
  after: 'After',
  moment: (when: string, title: string) => `${when}: ${title}`,
};
