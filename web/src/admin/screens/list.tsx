// Every screen of the admin, in the order of the sidebar.
import {
  BookOpenText,
  FolderHeart,
  HandCoins,
  House,
  Images,
  LayoutDashboard,
  type LucideIcon,
  MessageSquareQuote,
  Phone,
  Settings,
  Sprout,
  Users,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { about } from '../content/about';
import { ContentFormView } from '../content/ContentFormView';
import { contact, footer } from '../content/contact';
import { donations } from '../content/donations';
import { homepage } from '../content/homepage';
import { settings } from '../content/settings';
import { ResourceList } from '../list/ResourceList';
import { projects } from '../resources/projects';
import { successStories } from '../resources/success-stories';
import { team } from '../resources/team';
import { testimonials } from '../resources/testimonials';
import { Dashboard } from './Dashboard';
import { Gallery } from './Gallery';
import { Volunteers } from './Volunteers';

export interface Screen {
  path: string;
  /** In the sidebar. */
  label: string;
  /** Over the screen and in the tab. */
  title: string;
  /** What one does here. */
  about: string;
  icon: LucideIcon;
  /** The public page it edits. */
  shows?: string;
  View: ComponentType;
}

export const screens: readonly Screen[] = [
  {
    path: '/admin',
    label: 'Dashboard',
    title: 'Dashboard',
    about: 'Everything on this website that you can change, in one place.',
    icon: LayoutDashboard,
    shows: '/',
    View: Dashboard,
  },
  {
    path: '/admin/manage-homepage',
    label: 'Homepage',
    title: 'Manage Homepage',
    about: 'The picture, headings and buttons that visitors see first.',
    icon: House,
    shows: '/',
    View: () => <ContentFormView form={homepage} />,
  },
  {
    path: '/admin/manage-about',
    label: 'About Page',
    title: 'Manage About Page',
    about: 'Vision, mission and the note to readers; and the people of the committee.',
    icon: BookOpenText,
    shows: '/about',
    View: () => (
      <div className="grid gap-12">
        <ContentFormView form={about} />
        <ResourceList resource={team} part />
      </div>
    ),
  },
  {
    path: '/admin/manage-projects',
    label: 'Projects',
    title: 'Manage Projects',
    about: 'What the foundation does. Visitors see the oldest first.',
    icon: FolderHeart,
    shows: '/projects',
    View: () => <ResourceList resource={projects} />,
  },
  {
    path: '/admin/manage-gallery',
    label: 'Gallery',
    title: 'Manage Gallery',
    about: 'Pictures of the work, newest first.',
    icon: Images,
    shows: '/gallery',
    View: Gallery,
  },
  {
    path: '/admin/manage-donations',
    label: 'Donations',
    title: 'Manage Donations',
    about: 'The bank account that people give to.',
    icon: HandCoins,
    shows: '/donate',
    View: () => <ContentFormView form={donations} />,
  },
  {
    path: '/admin/manage-testimonials',
    label: 'Testimonials',
    title: 'Manage Testimonials',
    about: 'What people say about the foundation. Those switched off stay here only.',
    icon: MessageSquareQuote,
    shows: '/testimonials',
    View: () => <ResourceList resource={testimonials} />,
  },
  {
    path: '/admin/manage-success-stories',
    label: 'Success Stories',
    title: 'Manage Success Stories',
    about: 'What changed for someone, with a picture from before and one from after.',
    icon: Sprout,
    shows: '/projects',
    View: () => <ResourceList resource={successStories} />,
  },
  {
    path: '/admin/manage-volunteers',
    label: 'Volunteers',
    title: 'Volunteer Submissions',
    about: 'People who offered their help on the website.',
    icon: Users,
    shows: '/volunteer',
    View: Volunteers,
  },
  {
    path: '/admin/manage-contact-footer',
    label: 'Contact & Footer',
    title: 'Manage Contact & Footer',
    about: 'How people reach the foundation, and what stands at the foot of every page.',
    icon: Phone,
    shows: '/contact',
    View: () => (
      <div className="grid gap-10">
        <ContentFormView form={contact} />
        <ContentFormView form={footer} />
      </div>
    ),
  },
  {
    path: '/admin/manage-settings',
    label: 'Settings',
    title: 'General Website Settings',
    about: 'The name, the logo and the links to social media.',
    icon: Settings,
    shows: '/',
    View: () => <ContentFormView form={settings} />,
  },
];
