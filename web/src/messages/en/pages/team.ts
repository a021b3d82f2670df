export default {
  name: 'Our Team',
  description:
    'The management committee that runs our work from day to day, and the patrons who stand behind it.',
  intro:
    'People who live where they work. All of them answer to the families we serve, and to those who give.',
  committee: 'Management Committee',
  failed: 'The committee could not be loaded. Please try again later.',
  empty: 'The committee will be introduced here soon.',
  portraitOf: (name: string) => `Portrait of ${name}`,
  portrait: 'Portrait',
  patronsTitle: 'Patrons',
  patrons: [
    { name: 'Chief Patron', role: 'Guides the foundation and chairs its annual meeting' },
    { name: 'Patron, Health', role: 'Advises our dispensaries and the hospital to come' },
    { name: 'Patron, Education', role: 'Stands behind the One Room Schools' },
    { name: 'Patron, Women Wing', role: 'Supports vocational training for women' },
    { name: 'Patron, Relief', role: 'Opens doors and warehouses when disaster strikes' },
  ],
};
