import { doubtIban, doubtSwift } from '../fields/warnings';
import type { ContentForm } from './content';

export const donations: ContentForm = {
  documents: [
    {
      pageKey: 'donation_details',
      cannotLoad: 'Failed to load donation details',
      sections: [
        {
          heading: 'Bank Details',
          help: 'Shown on the Donate page, each with a button that copies it. People send money by these: please compare them with the bank’s letter.',
          fields: [
            { kind: 'line', name: 'bank_name', label: 'Bank name', most: 500 },
            { kind: 'line', name: 'account_title', label: 'Account title', most: 500 },
            { kind: 'line', name: 'account_number', label: 'Account number', most: 500 },
            {
              kind: 'line',
              name: 'iban',
              label: 'IBAN',
              most: 500,
              warn: doubtIban,
              help: 'With or without spaces; visitors see it in groups of four.',
            },
            { kind: 'line', name: 'swift_code', label: 'Swift code', most: 500, warn: doubtSwift },
            { kind: 'paragraph', name: 'branch_address', label: 'Branch address', rows: 2, most: 10_000 },
          ],
        },
        {
          heading: 'Online Donations',
          fields: [
            {
              kind: 'switch',
              name: 'online_donations_enabled',
              label: 'Enable online donations',
              help: 'Shows the Online Donation card on the Donate page. Its button says “Coming Soon” for now.',
            },
            {
              kind: 'line',
              name: 'payment_gateway_api_key',
              label: 'Payment gateway API key',
              most: 500,
              secret: true,
              onlyWith: 'online_donations_enabled',
              help: 'For future integration: no payment gateway is connected yet. Visitors never see this key.',
            },
          ],
        },
      ],
    },
  ],
  save: 'Save Changes',
  saved: { title: 'Donation details saved!' },
  cannotSave: 'Failed to save details',
  failed: 'Donation details could not be loaded. Please try again later.',
};
