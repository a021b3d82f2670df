// The stored content, as the database holds it.

export interface LinkEntry {
  label: string;
  url: string;
}

export interface GeneralSettings {
  logo_url: string;
  site_name: string;
  favicon_url: string;
}

export interface FooterContent {
  tagline: string;
  website_url: string;
  quick_links: LinkEntry[];
  get_involved_links: LinkEntry[];
  social_links: { platform: string; url: string }[];
}

export interface NewsletterSection {
  subheading: string;
  placeholder: string;
  button_text: string;
}

export interface Homepage {
  hero: Partial<{
    image_url: string;
    heading: string;
    subheading: string;
    button1_text: string;
    button2_text: string;
    button3_text: string;
  }>;
  about_us_summary: Partial<{ heading: string; text: string }>;
  our_work: Partial<{ heading: string }>;
}

export interface AboutContent {
  main_heading: string;
  main_subheading: string;
  vision_heading: string;
  vision_text: string;
  mission_heading: string;
  mission_text: string;
  annual_report_note: string;
}

export interface DonationDetails {
  online_donations_enabled: boolean;
  bank_name: string;
  account_title: string;
  account_number: string;
  iban: string;
  swift_code: string;
  branch_address: string;
}

export interface TestimonialsSection {
  heading: string;
  subheading: string;
}

export interface ContactContent {
  heading: string;
  subheading: string;
  address: string;
  email: string;
  phones: string[];
  map_url: string;
}

export interface Project {
  id: string;
  title: string;
  description: string;
  image_url: string | null;
}

export interface GalleryImage {
  id: string;
  image_url: string;
  alt_text: string | null;
}

export interface Testimonial {
  id: string;
  quote: string;
  name: string;
  role: string;
  image_url: string | null;
}

export interface TeamMember {
  id: string;
  name: string;
  role: string;
  image_url: string | null;
}

export interface SuccessStory {
  id: string;
  title: string;
  description: string;
  category: string;
  before_image_url: string | null;
  after_image_url: string | null;
}
