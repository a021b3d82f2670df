export default {
  name: 'Who We Are',
  failed: 'Could not load content.',
  vision: 'Our Vision',
  mission: 'Our Mission',
  /** Instead of a text that nobody has written yet. */
  soon: 'We will publish this here soon.',
  note: 'Note to Our Readers',
  journeyTitle: 'Our Journey Since 2018',
  journey: [
    {
      year: '2018',
      title: 'A small dispensary',
      text: 'A small dispensary is inaugurated: one doctor, one dispenser, and a queue on the first morning.',
    },
    {
      year: '2019',
      title: 'Dastarkhawan',
      text: 'The Dastarkhawan begins, serving daily meals to labourers, travellers and anyone who is hungry.',
    },
    {
      year: '2020',
      title: 'COVID-19 awareness and relief',
      text: 'Awareness in the villages, masks and soap, and ration delivered to families whose work had stopped.',
    },
    {
      year: '2021',
      title: 'One Room Schools',
      text: 'Education expands with ‘One Room Schools’: one teacher and one room where there was no school at all.',
    },
    {
      year: '2022',
      title: 'Women Empowerment wing',
      text: 'The Women Empowerment wing opens, with vocational training in stitching, embroidery and computing.',
    },
    {
      year: '2023',
      title: 'Ground broken on the main complex',
      text: 'Ground is broken on the main complex project, which will bring our work together in one place.',
    },
  ],
};
