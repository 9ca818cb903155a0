/** The texts of the made-up company. Every name here is invented, and the numbers are of the range that Ofcom keeps for fiction. */
export const business = 'Harrow & Pike'
export const people = [
  {
    username: 'dana.whitfield',
    fullName: 'Dana Whitfield',
    telephone: '07700 900101',
    email: 'dana@harrowpike.example',
    role: 'owner',
  },
  {
    username: 'priya.nair',
    fullName: 'Priya Nair',
    telephone: '07700 900102',
    email: 'priya@harrowpike.example',
    role: 'admin',
  },
  {
    username: 'marcus.bell',
    fullName: 'Marcus Bell',
    telephone: '07700 900103',
    email: 'marcus@harrowpike.example',
    role: 'admin',
  },
  {
    username: 'tom.okafor',
    fullName: 'Tom Okafor',
    telephone: '07700 900104',
    email: 'tom@harrowpike.example',
    role: 'team',
  },
  {
    username: 'maya.lind',
    fullName: 'Maya Lind',
    telephone: '07700 900105',
    email: 'maya@harrowpike.example',
    role: 'team',
  },
  {
    username: 'jack.reeve',
    fullName: 'Jack Reeve',
    telephone: '07700 900106',
    email: 'jack@harrowpike.example',
    role: 'team',
  },
  {
    username: 'sofia.ward',
    fullName: 'Sofia Ward',
    telephone: '07700 900107',
    email: 'sofia@harrowpike.example',
    role: 'team',
  },
] as const

export const buildings = [
  'Ashdown House',
  'Marlowe Court',
  'The Malthouse',
  'Priory Gate',
  'Cooper Yard',
  'Tannery Wharf',
  'Kestrel Mews',
  'Linden Grove',
  'Beacon Terrace',
  'Station Cottages',
  'Orchard Row',
  'Sutler Street',
  'Harbour View',
  'Mill Lane',
  'Castle Street',
] as const
export const agencies = [
  'Northgate Residential',
  'Bright Oak Lettings',
  'Castlefield Lets',
  'Harbour & Lane',
  'Fenwick Homes',
] as const
export const receivers = ['Dana Whitfield', 'Priya Nair', 'Marcus Bell', 'Front Desk'] as const

/** Tasks with their usual prices in pence. */
export const works = [
  ['Replace kitchen mixer tap', 8_500],
  ['Reseal bath and refit panel', 12_000],
  ['Trace leak under sink, report back', 6_000],
  ['New worktop section', 24_000],
  ['Ease and adjust front door', 7_500],
  ['Replace smoke alarm in hall', 4_500],
  ['Unblock kitchen waste', 6_500],
  ['Repair extractor fan in bathroom', 9_500],
  ['Make good plaster after leak', 16_000],
  ['Repaint bedroom ceiling', 18_500],
  ['Replace radiator valve', 7_000],
  ['Fit new window restrictor', 5_500],
  ['Treat mould behind wardrobe and redecorate', 21_000],
  ['Replace cracked hob glass', 14_500],
  ['Change locks after tenancy', 11_000],
  ['Clear gutters at rear', 13_000],
] as const

export const officeNotes = [
  'Spoke to the agency, keys are with the concierge until Friday.',
  'Tenant works nights, please call before coming.',
  'Landlord approved the extra hour.',
  'Agency asks for a photo of the finished work.',
  'Tenant says the leak is back.',
] as const
export const teamNotes = [
  'No answer at the door, agency not picking up. Stopcock is in the hall cupboard for next time.',
  'Done. Left the old tap under the sink.',
  'Needs a second visit, sealant must dry first.',
  'Part ordered from the merchant, two days.',
  'Tenant happy, floor protected and cleared.',
] as const
export const accesses = [
  'Keys with concierge, ask for unit 14.',
  'Tenant at home after 9. Dog in flat.',
  'Key safe by the bin store, code from the office.',
  'Call the tenant half an hour before.',
  '',
] as const

/** Parts ordered for jobs: name, reference, category. */
export const parts = [
  ['Kitchen mixer tap, chrome', 'TAP-4410', 'Plumbing'],
  ['Bath panel 1700 white', 'BPN-1700', 'Bathroom'],
  ['Euro cylinder 40/40', 'LCK-0440', 'Locks'],
  ['Worktop offcut, oak 38 mm', 'WKT-3811', 'Joinery'],
  ['Extractor fan 100 mm, timer', 'FAN-100T', 'Electrical'],
  ['Shower tray 900 × 900', 'TRY-0909', 'Bathroom'],
  ['Fire door closer, size 3', 'FDC-03', 'Doors'],
  ['Radiator valve, pair', 'RAD-V15', 'Heating'],
  ['LED panel 600 × 600', 'LED-6060', 'Electrical'],
  ['Toilet fill valve', 'FLV-120', 'Plumbing'],
  ['Window handle, left', 'WHL-07', 'Windows'],
  ['Trickle vent, white', 'TRV-425', 'Windows'],
] as const
export const stock = [
  ['Silicone, white, 12 tubes', 'SIL-W12', 'Consumables'],
  ['Ceiling paint 10 L', 'PNT-C10', 'Decorating'],
  ['Smoke alarm, mains', 'SMK-230', 'Electrical'],
] as const

/** Texts of to-dos; JOB is replaced with a job number. */
export const errands = [
  'Ring the agency about keys for JOB',
  'Send the quote for JOB',
  'Order again for JOB if it is not here by Monday',
  'Book a second fitter for JOB',
  'Upload the gas certificate of JOB',
  'Ask the tenant of JOB about Thursday',
  'Collect the van from its service',
  'Return the hired dust sheets',
  'Check the first-aid box',
  'Hand in last week’s receipts',
] as const

/** Tenants of the newest sites. */
export const tenants = [
  'Amara Bello',
  'Joan Pickles',
  'Piotr Zielinski',
  'Grace Turner',
  'Rhys Morgan',
  'Nadia Rahman',
  'Colin Ferris',
  'Efua Mensah',
  'Siobhan Daly',
  'Harpreet Gill',
  'Oliver Strand',
  'Leila Haddad',
  'Duncan Muir',
  'Beatriz Costa',
  'Wei Zhang',
  'Hannah Frost',
  'Idris Vaughan',
  'Marta Nowak',
  'Callum Reid',
  'Yasmin Aziz',
  'Peter Lowther',
  'Chidi Eze',
  'Ruth Penhale',
  'Tomasz Wrona',
] as const
