export default {
  name: 'Gallery',
  part: (number: number) => `Gallery, page ${number}`,
  description: 'Pictures from our dispensaries, schools, kitchens and relief camps around Faisalabad.',
  intro: 'Ordinary days, mostly. A queue, a lesson, a meal, a delivery.',
  failed: 'The gallery could not be loaded. Please try again later.',
  empty: 'Pictures of our work will be shown here soon.',
  picture: 'Gallery image',
  newer: 'Newer pictures',
  more: 'Show more',
  moreFailed: {
    title: 'More pictures could not be loaded.',
    description: 'Please try again.',
  },
  enlarged: 'Enlarged picture',
  close: 'Close',
  previous: 'Previous picture',
  next: 'Next picture',
  position: (number: number, total: number | undefined) =>
    total === undefined ? `Picture ${number}` : `${number} of ${total}`,
};
