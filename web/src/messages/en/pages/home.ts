export default {
  name: 'Home',
  failed: 'Could not load page content. Please try again later.',
  /** Heard instead of the heading above the programmes, where staff have left that empty. */
  whatWeDo: 'What we do',
  whoWeAre: 'Who we are',
  programmes: {
    health: {
      title: 'Health Programs',
      text: 'Dispensaries, a collection point and a mobile clinic that see every patient who comes, free of charge.',
    },
    education: {
      title: 'Education for All',
      text: 'One Room Schools in villages without one, and a nursing college for the young women who finish them.',
    },
    community: {
      title: 'Community Support',
      text: 'A daily Dastarkhawan, ration drives, vocational training for women, and help when disaster strikes.',
    },
  },
  hospital:
    'The nearest full hospital is too far for a mother in labour on a winter night. So we have broken ground on one of our own: a general hospital for the villages around Faisalabad, open day and night, where the poorest family is treated first and asked for nothing.',
  seeUpcoming: 'See Our Upcoming Projects',
};
