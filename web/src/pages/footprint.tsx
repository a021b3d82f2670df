import { MapFrame } from '../components/MapFrame';
import { PageIntro } from '../components/PageIntro';
import { faisalabad } from '../lib/map';
import { page } from '../lib/page';
import { Section } from '../ui/Section';

export const footprint = page({
  path: '/footprint',
  name: 'Our Footprint',
  queries: {},
  meta: () => ({
    description:
      'Where to find us: five places in and around Faisalabad, from the main campus to the mobile clinic.',
  }),
  View,
});

const locations = [
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
];

function View() {
  return (
    <>
      <PageIntro title="Our Footprint">
        <p>
          Five places, all within an hour of Faisalabad’s clock tower. You are welcome in every one of them.
        </p>
      </PageIntro>
      <Section>
        <div className="grid gap-10 lg:grid-cols-[1fr_1.1fr] lg:gap-16">
          <ol className="border-t border-hairline">
            {locations.map((location, index) => (
              <li key={location.name} className="grid grid-cols-[3rem_1fr] border-b border-hairline py-6">
                <span className="font-display text-h3 text-emerald" aria-hidden="true">
                  {index + 1}
                </span>
                <div>
                  <h2 className="text-h4">{location.name}</h2>
                  <p className="mt-1 text-sm font-semibold text-emerald">{location.type}</p>
                  <p className="mt-1 text-ink-soft">{location.address}</p>
                </div>
              </li>
            ))}
          </ol>
          <div className="lg:sticky lg:top-28 lg:self-start">
            <MapFrame title="Map of the Faisalabad area" embed={faisalabad.embed} link={faisalabad.link} />
          </div>
        </div>
      </Section>
    </>
  );
}
