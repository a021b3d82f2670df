// The words of the about page and the people of the committee. Links at the top lead past the seven editors.
import { about } from '../content/about';
import { ContentFormView } from '../content/ContentFormView';
import { ResourceList } from '../list/ResourceList';
import { useAdminMessages } from '../messages';
import team from '../resources/team';

export function AboutPage() {
  const { screens, onThisScreen } = useAdminMessages().shell;
  const parts = [
    { id: 'page-content', label: screens.about.content },
    { id: 'team-members', label: screens.about.team },
  ];
  return (
    <>
      <nav aria-label={onThisScreen} className="mb-6">
        <ul className="flex flex-wrap gap-2">
          {parts.map(({ id, label }) => (
            <li key={id}>
              <a
                href={`#${id}`}
                className="inline-flex min-h-11 items-center rounded-soft border border-edge px-4 text-sm font-semibold hover:border-ink hover:bg-surface"
                onClick={event => {
                  // Without a trace in the history: going back leaves the screen, as everywhere.
                  event.preventDefault();
                  const part = document.getElementById(id);
                  part?.focus({ preventScroll: true });
                  part?.scrollIntoView();
                }}
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="grid gap-12">
        <section id="page-content" tabIndex={-1} aria-label={screens.about.content}>
          <ContentFormView form={about} />
        </section>
        <section id="team-members" tabIndex={-1} aria-label={screens.about.team}>
          <ResourceList resource={team} part />
        </section>
      </div>
    </>
  );
}
