// The menu of small screens: it fills the screen, and of its groups one is open at a time.
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isWithin, type MenuEntry } from '../menu';
import { useMessages } from '../messages/language';
import { cn } from '../ui/cn';

const row = 'flex min-h-14 w-full items-center justify-between text-start font-display text-[1.375rem]';

interface Props {
  menu: MenuEntry[];
  open: boolean;
  path: string;
  children: ReactNode;
}

export function MobileMenu({ menu, open, path, children }: Props) {
  const { shell } = useMessages();
  const [group, setGroup] = useState(() => menu.find(entry => entry.entries && isWithin(entry, path))?.url);
  return (
    <nav
      id="menu"
      aria-label={shell.menu}
      data-open={open || undefined}
      className="menu fixed inset-0 overflow-y-auto overscroll-contain bg-cream pt-(--header-height) lg:hidden!"
    >
      <div className="wrap girih girih-foot min-h-full py-4 text-emerald">
        <ul className="divide-y divide-hairline text-ink">
          {menu.map(entry => (
            <li key={entry.url}>
              {entry.entries ? (
                <Group
                  entry={{ ...entry, entries: entry.entries }}
                  path={path}
                  open={group === entry.url}
                  onToggle={() => setGroup(group === entry.url ? undefined : entry.url)}
                />
              ) : (
                <a href={entry.url} className={row} aria-current={entry.url === path ? 'page' : undefined}>
                  {entry.label}
                </a>
              )}
            </li>
          ))}
        </ul>
        {children}
      </div>
    </nav>
  );
}

interface GroupProps {
  entry: Required<MenuEntry>;
  path: string;
  open: boolean;
  onToggle(): void;
}

function Group({ entry, path, open, onToggle }: GroupProps) {
  const id = `menu-${entry.url.slice(1)}`;
  return (
    <>
      <button type="button" className={row} aria-expanded={open} aria-controls={id} onClick={onToggle}>
        {entry.label}
        <ChevronDown
          className={cn('size-5 transition-transform duration-150', open && 'rotate-180')}
          aria-hidden="true"
        />
      </button>
      <ul id={id} className="menu-group pb-3" data-open={open || undefined}>
        {entry.entries.map(child => (
          <li key={child.url}>
            <a
              href={child.url}
              aria-current={child.url === path ? 'page' : undefined}
              className="flex min-h-11 items-center border-s-2 border-hairline ps-5 aria-[current=page]:border-emerald aria-[current=page]:text-emerald"
            >
              {child.label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}
