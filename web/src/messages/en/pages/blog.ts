import { longDate } from '../dates';

export default {
  name: 'Blog & Updates',
  menu: 'Blog',
  description: 'News from the foundation: campaigns, success stories and new initiatives around Faisalabad.',
  intro: 'What happened, what it cost and what we learned.',
  date: longDate,
  readMore: 'Read More',
  soon: {
    title: 'Full Article Coming Soon!',
    description: 'The full article will be published shortly.',
  },
  posts: {
    ration: {
      category: 'Campaigns',
      title: 'Before the first fog: the winter ration drive',
      excerpt:
        'Flour, lentils, oil and a quilt. How a family’s bag is packed, who decides where it goes, and why we knock on doors after dark.',
      imageAlt: 'Sacks of flour and lentils stacked beside a scale',
    },
    sewing: {
      category: 'Success Stories',
      title: 'A sewing machine, and what it paid for',
      excerpt:
        'She came to the vocational centre to keep her sister company. Two years later her workshop employs three women from the same street.',
      imageAlt: 'A sewing machine with green cloth under the needle',
    },
    water: {
      category: 'Initiatives',
      title: 'Eight taps on an outside wall',
      excerpt:
        'The ground water here is brackish. The filtration plant of the new complex will serve the street before it serves the campus.',
      imageAlt: 'Water running from a tap into a clay pitcher',
    },
  },
};
