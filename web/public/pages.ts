/** A page that anybody may read: where it is, and what a search engine or a shared link says of it. */
export type PublicPage = {
  path: string
  title: string
  description: string
  /** It answers what one does on it, so React takes it over in the browser. All others are there to be read, without a script. */
  live?: true
}

/** A guide of the documentation: its page, and for whom it is written. */
export type GuidePage = PublicPage & { for: string }

/** Every public page, one entry each. They are rendered to HTML when the screens are built. */
export const pages = {
  landing: {
    path: '/',
    title: 'Fettle: every job in fine fettle',
    description:
      'Maintenance jobs, visits, photos and prices in one place, with the history of every change. 14-day free trial, no card.',
  },
  auths: {
    path: '/auths',
    live: true,
    title: 'Sign In · Fettle',
    description: 'Sign in to Fettle, or register your business for a free trial of 14 days. No card.',
  },
  login: {
    path: '/login',
    live: true,
    title: 'Sign In · Fettle',
    description: 'Sign in to Fettle, for the office and the field team.',
  },
  forgot: {
    path: '/forgot-password',
    live: true,
    title: 'Forgot password? · Fettle',
    description: 'We send you a link to choose a new password for Fettle.',
  },
  pricing: {
    path: '/pricing',
    live: true,
    title: 'Pricing · Fettle',
    description: 'One price for the whole company, up to 10 users. Monthly, 6 months or 12 months, in pounds.',
  },
  faq: {
    path: '/faq',
    live: true,
    title: 'Questions, answered · Fettle',
    description: 'How Fettle works for the office, the field and the person who pays for it.',
  },
  contact: {
    path: '/contact',
    live: true,
    title: 'Contact us · Fettle',
    description: 'Ask about a plan, a problem or moving your jobs over. We reply within 24 hours.',
  },
  docs: {
    path: '/docs',
    title: 'User guide · Fettle',
    description: 'Guides for the office manager, the field worker and the admin, and what programs can call.',
  },
  reference: {
    path: '/docs/api',
    title: 'API reference · Fettle',
    description: 'Every call and command of Fettle: what it takes, what it answers, and how it fails.',
  },
  verify: {
    path: '/verify',
    live: true,
    title: 'Check an evidence pack · Fettle',
    description:
      'Check the sealed file of an evidence pack in your browser. Nothing is uploaded, and no account is needed.',
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy policy · Fettle',
    description: 'What Fettle keeps about you, why, for how long, and what you can ask for under UK law.',
  },
  terms: {
    path: '/terms',
    title: 'Terms of service · Fettle',
    description: 'The agreement between your business and Fettle: trial, plans, your data, and what each side owes.',
  },
} as const satisfies Record<string, PublicPage>

/** The guides, in the order of the index; each is a file of docs/guide. */
export const guides = {
  office: {
    path: '/docs/office-manager',
    title: 'Guide for the office manager · Fettle',
    description: 'From a phone call to a booked visit, a finished job and an invoice number.',
    for: 'Office manager',
  },
  field: {
    path: '/docs/field-worker',
    title: 'Guide for the field worker · Fettle',
    description: 'The day on a phone: visits, tasks, photos and notes, with and without signal.',
    for: 'Field worker',
  },
  admin: {
    path: '/docs/admin',
    title: 'Guide for the admin · Fettle',
    description: 'People and their roles, plans and payment, imports, projections, and proof of the history.',
    for: 'Admin',
  },
} as const satisfies Record<string, GuidePage>
