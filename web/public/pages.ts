/** A public page: its address, and its title and description for search engines and shared links. */
export type PublicPage = {
  path: string
  title: string
  description: string
  /** Interactive, so React hydrates it in the browser. All other pages are read-only. */
  live?: true
}

/** A guide of the documentation: its page, and its audience. */
export type GuidePage = PublicPage & { for: string }

/** Every public page, one entry each. They are rendered to HTML when the screens are built. */
export const pages = {
  landing: {
    path: '/',
    title: 'Fettle: every job in fine fettle',
    description:
      'Maintenance jobs, visits, photos and prices in one place, with the history of every change. 14-day free trial, no card needed.',
  },
  auths: {
    path: '/auths',
    live: true,
    title: 'Sign In · Fettle',
    description: 'Sign in to Fettle, or register your business for a 14-day free trial. No card needed.',
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
    description: 'Get a link to choose a new password for Fettle.',
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
    description: 'How Fettle works for the office, the field team and the business owner.',
  },
  contact: {
    path: '/contact',
    live: true,
    title: 'Contact us · Fettle',
    description: 'Ask about a plan, a problem or moving your jobs to Fettle. We reply within 24 hours.',
  },
  docs: {
    path: '/docs',
    title: 'User guide · Fettle',
    description: 'Guides for the office manager, the field worker and the admin, and the API reference.',
  },
  reference: {
    path: '/docs/api',
    title: 'API reference · Fettle',
    description: 'Every call and command in Fettle: what it takes, what it returns and how it fails.',
  },
  verify: {
    path: '/verify',
    live: true,
    title: 'Check an evidence pack · Fettle',
    description: 'Check the PDF of an evidence pack in your browser. Nothing is uploaded, and you need no account.',
  },
  privacy: {
    path: '/privacy',
    title: 'Privacy policy · Fettle',
    description: 'What Fettle keeps about you, why and for how long, and your rights under UK law.',
  },
  terms: {
    path: '/terms',
    title: 'Terms of service · Fettle',
    description: 'The agreement between your business and Fettle: trial, plans, your data and our responsibilities.',
  },
} as const satisfies Record<string, PublicPage>

/** The guides in index order; each is a file in docs/guide. */
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
    description: 'Your day on a phone: visits, tasks, photos and comments, with or without signal.',
    for: 'Field worker',
  },
  admin: {
    path: '/docs/admin',
    title: 'Guide for the admin · Fettle',
    description: 'People and roles, plans and payment, imports, projections and proof of the history.',
    for: 'Admin',
  },
  connections: {
    path: '/docs/connections',
    title: 'Guide to connections · Fettle',
    description: 'API keys, webhooks, and recipes for a spreadsheet, an accounting program and a landlord’s system.',
    for: 'Connections',
  },
} as const satisfies Record<string, GuidePage>
