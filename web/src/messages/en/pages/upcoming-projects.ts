export default {
  name: 'Upcoming Projects',
  description:
    'The Complex: a hospital, a home for the old and the orphaned, training, an ambulance, clean water and a library under one roof.',
  intro: 'What we have learned in small rooms, we are now building once and for good.',
  complex: 'The Complex',
  complexText:
    'Ground was broken in 2023. When it is finished, a patient, a pupil, a widow learning a trade and an old man with nowhere to go will all come through the same gate. It is planned as six facilities, built one after another, each opened as soon as it can serve.',
  facilities: {
    hospital: {
      title: 'General Hospital',
      text: 'Outpatients, maternity, surgery and emergency care, for the villages that have none of it nearby.',
    },
    homes: {
      title: 'Old Age Home and Orphan Center',
      text: 'Grandparents without children and children without parents, under one roof and around one table.',
    },
    training: {
      title: 'Vocational Training Institute',
      text: 'Stitching, electrical work, plumbing and computing, with a certificate that an employer knows.',
    },
    ambulance: {
      title: '24/7 Ambulance Service',
      text: 'A trained crew and a working oxygen cylinder, at any hour, for anyone who calls.',
    },
    water: {
      title: 'Clean Water Filtration Plant',
      text: 'Safe drinking water for the campus, and a row of taps on the outside wall for everyone else.',
    },
    research: {
      title: 'Islamic Research Center',
      text: 'A library and reading rooms where students and scholars can study, teach and publish.',
    },
  },
  call: 'A brick, a bed, a tap: every part of it is given by someone.',
  contribute: 'Contribute to Our Future',
};
