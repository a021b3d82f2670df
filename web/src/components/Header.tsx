// The sticky header: logo, menu, language and giving. Below the large breakpoint the menu fills the screen.
import { Menu as MenuIcon, X } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { useBackToClose } from '../lib/back';
import { notify } from '../lib/notices';
import type { FrameAnswers } from '../lib/page';
import { contentOf } from '../lib/query';
import { siteName } from '../lib/site-name';
import { menuOf } from '../menu';
import { useMessages } from '../messages/language';
import { ButtonLink } from '../ui/Button';
import { cn } from '../ui/cn';
import { Spinner } from '../ui/Spinner';
import { Brand } from './Brand';
import { MenuDrop } from './MenuDrop';
import { MobileMenu } from './MobileMenu';

interface Props {
  path: string;
  /** Changes with every move, so that an open dropdown closes behind the visitor. */
  visit: string;
  settings: FrameAnswers['settings'] | undefined;
  loading: boolean;
  menuOpen: boolean;
  onMenu(open: boolean): void;
}

export function Header({ path, visit, settings, loading, menuOpen, onMenu }: Props) {
  const messages = useMessages();
  const texts = messages.shell;
  const menu = menuOf(messages);
  const toggle = useRef<HTMLButtonElement>(null);
  useMenuEnd(menuOpen, () => onMenu(false), toggle);
  useBackToClose(menuOpen, () => {
    onMenu(false);
    toggle.current?.focus();
  });

  return (
    <header className="site-header sticky top-0 z-40 border-b border-hairline bg-cream">
      <div className="wrap relative z-10 flex h-(--header-height) items-center gap-4 bg-cream">
        <a
          href="/"
          aria-label={texts.home(siteName(contentOf(settings), messages))}
          className="me-auto min-w-0 py-2"
        >
          <BrandState settings={settings} loading={loading} />
        </a>
        <nav aria-label={texts.mainMenu} className="hidden shrink-0 lg:block xl:whitespace-nowrap">
          <ul className="flex items-center">
            {menu.map(entry => (
              <MenuDrop key={entry.url} entry={entry} path={path} visit={visit} />
            ))}
          </ul>
        </nav>
        <UrduButton className="hidden px-2 lg:inline-flex" />
        <ButtonLink variant="donate" href="/donate" size="compact" className="shrink-0">
          <span className="sm:hidden" aria-hidden="true">
            {texts.donateShort}
          </span>
          <span className="max-sm:sr-only">{texts.donateNow}</span>
        </ButtonLink>
        <button
          ref={toggle}
          type="button"
          className="needs-script -me-2 grid size-11 shrink-0 place-items-center lg:hidden"
          aria-expanded={menuOpen}
          aria-controls="menu"
          aria-label={menuOpen ? texts.closeMenu : texts.openMenu}
          onClick={() => onMenu(!menuOpen)}
        >
          {menuOpen ? <X aria-hidden="true" /> : <MenuIcon aria-hidden="true" />}
        </button>
      </div>
      <MobileMenu menu={menu} open={menuOpen} path={path}>
        <UrduButton className="mt-6 inline-flex border border-edge px-4 text-ink" />
      </MobileMenu>
    </header>
  );
}

function BrandState({ settings, loading }: Pick<Props, 'settings' | 'loading'>) {
  const known = contentOf(settings);
  if (known) return <Brand settings={known} />;
  return loading ? <Spinner /> : <Brand settings={{}} />;
}

function UrduButton({ className }: { className: string }) {
  const texts = useMessages().shell;
  return (
    <button
      type="button"
      onClick={() => notify({ title: texts.urduSoon })}
      aria-label={texts.urdu}
      className={cn(
        'needs-script min-h-11 min-w-11 items-center justify-center rounded-soft transition-colors duration-150 hover:bg-sand',
        className,
      )}
    >
      <span lang="ur" dir="rtl" className="text-[1.1875rem]">
        اردو
      </span>
    </button>
  );
}

/** Escape and a screen grown wide both end the open menu; the page behind it does not scroll meanwhile. */
function useMenuEnd(open: boolean, close: () => void, toggle: RefObject<HTMLButtonElement | null>) {
  const end = useEffectEvent(close);
  useEffect(() => {
    if (!open) return;
    const wide = matchMedia('(min-width: 66rem)');
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      end();
      toggle.current?.focus();
    };
    const onWide = () => end();
    document.documentElement.classList.add('locked');
    document.addEventListener('keydown', onKey);
    wide.addEventListener('change', onWide);
    return () => {
      document.documentElement.classList.remove('locked');
      document.removeEventListener('keydown', onKey);
      wide.removeEventListener('change', onWide);
    };
  }, [open, toggle]);
}
