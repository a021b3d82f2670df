export default {
  name: 'Our Footprint',
  description:
    'Where to find us: five places in and around Faisalabad, from the main campus to the mobile clinic.',
  intro: 'Five places, all within an hour of Faisalabad’s clock tower. You are welcome in every one of them.',
  map: 'Map of the Faisalabad area',
  locations: [
    {
      name: 'The Complex',
      type: 'Main Campus',
      address: 'Sargodha Road, north of Faisalabad city',
    },
    {
      name: 'City Dispensary',
      type: 'Dispensary & Collection Center',
      address: 'Ghulam Muhammad Abad, Faisalabad',
    },
    {
      name: 'Village Dispensary',
      type: 'Dispensary',
      address: 'Jaranwala Road, near Khurrianwala',
    },
    {
      name: 'Clinic on Wheels',
      type: 'Mobile Service',
      address: 'A different village each weekday, across Faisalabad district',
    },
    {
      name: 'School and Nursing College',
      type: 'School & Nursing College',
      address: 'Samundri Road, south of Faisalabad city',
    },
  ],
};
