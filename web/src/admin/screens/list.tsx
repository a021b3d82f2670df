// Every screen of the admin, in the order of the sidebar: the dashboard, the pages' forms, and one for each declared list.
import {
  Activity,
  BarChart3,
  BookOpenText,
  HandCoins,
  House,
  Inbox,
  LayoutDashboard,
  type LucideIcon,
  MailCheck,
  Phone,
  Settings,
  ShieldCheck,
  ToggleRight,
  UserRound,
  Users,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { ActivityScreen } from '../activity/ActivityScreen';
import { ContentFormView } from '../content/ContentFormView';
import { contact, footer } from '../content/contact';
import type { ContentForm } from '../content/content';
import { donations } from '../content/donations';
import { features } from '../content/features';
import { homepage } from '../content/homepage';
import { settings } from '../content/settings';
import { testimonialsPage } from '../content/testimonials-page';
import { MessageInbox } from '../inbox/MessageInbox';
import { ResourceList } from '../list/ResourceList';
import { MailScreen } from '../mail/MailScreen';
import { type AdminMessages, adminMessages } from '../messages';
import { AccountsScreen } from '../people/AccountsScreen';
import { MyAccount } from '../people/MyAccount';
import { resources } from '../resources';
import { messagesOf } from '../resources/resource';
import { SecondFactorNeeded, secondFactorPath } from '../second-factor/SecondFactorNeeded';
import { SecondFactorScreen } from '../second-factor/SecondFactorScreen';
import type { Screen } from '../shell/screen';
import { StatisticsScreen } from '../statistics/StatisticsScreen';
import { AboutPage } from './AboutPage';
import { Dashboard } from './Dashboard';
import { MoreSettings } from './MoreSettings';

interface Fixed {
  name: keyof AdminMessages['shell']['screens'];
  path: string;
  icon: LucideIcon;
  place: number;
  publicPath: string;
  listed?: Screen['listed'];
  view: ReactNode;
}

const fixed: readonly Fixed[] = [
  {
    name: 'dashboard',
    path: '/admin',
    icon: LayoutDashboard,
    place: 0,
    publicPath: '/',
    view: <Dashboard />,
  },
  {
    name: 'homepage',
    path: '/admin/manage-homepage',
    icon: House,
    place: 10,
    publicPath: '/',
    view: <ContentFormView form={homepage} />,
  },
  {
    name: 'about',
    path: '/admin/manage-about',
    icon: BookOpenText,
    place: 20,
    publicPath: '/about',
    view: <AboutPage />,
  },
  {
    name: 'donations',
    path: '/admin/manage-donations',
    icon: HandCoins,
    place: 50,
    publicPath: '/donate',
    view: (
      <div className="grid gap-6">
        <SecondFactorNeeded for="bankDetails" />
        <ContentFormView form={donations} />
      </div>
    ),
  },
  {
    name: 'contactFooter',
    path: '/admin/manage-contact-footer',
    icon: Phone,
    place: 90,
    publicPath: '/contact',
    view: (
      <div className="grid gap-10">
        <ContentFormView form={contact} />
        <ContentFormView form={footer} />
      </div>
    ),
  },
  {
    name: 'settings',
    path: '/admin/manage-settings',
    icon: Settings,
    place: 100,
    publicPath: '/',
    view: (
      <div className="grid gap-10">
        <ContentFormView form={settings} />
        <MoreSettings />
      </div>
    ),
  },
  {
    name: 'messages',
    path: '/admin/messages',
    icon: Inbox,
    place: 79,
    publicPath: '/contact',
    listed: 'receive_messages',
    view: <MessageInbox />,
  },
  {
    name: 'features',
    path: '/admin/features',
    icon: ToggleRight,
    place: 101,
    publicPath: '/contact',
    listed: 'never',
    view: (
      <div className="grid gap-6">
        <SecondFactorNeeded for="switches" />
        <ContentFormView form={features} />
      </div>
    ),
  },
  {
    name: 'secondFactor',
    path: secondFactorPath,
    icon: ShieldCheck,
    place: 103,
    publicPath: '/',
    listed: 'never',
    view: <SecondFactorScreen />,
  },
  {
    name: 'mail',
    path: '/admin/mail',
    icon: MailCheck,
    place: 102,
    publicPath: '/',
    listed: 'never',
    view: <MailScreen />,
  },
  {
    name: 'accounts',
    path: '/admin/accounts',
    icon: Users,
    place: 103,
    publicPath: '/',
    listed: 'never',
    view: <AccountsScreen />,
  },
  {
    name: 'account',
    path: '/admin/account',
    icon: UserRound,
    place: 120,
    publicPath: '/',
    listed: 'never',
    view: <MyAccount />,
  },
  {
    name: 'statistics',
    path: '/admin/statistics',
    icon: BarChart3,
    place: 105,
    publicPath: '/',
    view: <StatisticsScreen />,
  },
  {
    name: 'activity',
    path: '/admin/activity',
    icon: Activity,
    place: 110,
    publicPath: '/',
    view: <ActivityScreen />,
  },
];

/** The words of the page that shows a list stand below the list. */
const pageForms: Partial<Record<string, ContentForm>> = { testimonials: testimonialsPage };

export function makeScreens(): readonly Screen[] {
  const texts = adminMessages().shell.screens;
  const ofPages = fixed.map(({ name, ...screen }): Screen => ({ ...texts[name], ...screen }));
  const ofLists = resources.flatMap((resource): Screen[] => {
    const { label, title, about } = messagesOf(resource);
    const form = pageForms[resource.table];
    const view = (
      <div key={resource.table} className="grid gap-12">
        <ResourceList resource={resource} />
        {form && <ContentFormView form={form} />}
      </div>
    );
    return resource.screen ? [{ label, title, about, ...resource.screen, view }] : [];
  });
  return [...ofPages, ...ofLists].sort((one, other) => one.place - other.place);
}
