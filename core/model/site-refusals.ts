/** The refusals to change a site, apart from the others: only the server decides on sites, so that no other page loads their sentences. */
export const siteRefusals = {
  'site-not-found': ['not-found', 'Site not found.'],
  'site-exists': ['conflict', 'This site already exists.'],
  'site-name-taken': ['conflict', '{name} is already in the address book. Open that site, or choose another name.'],
  'site-name-of-other': ['conflict', '{name} is another name of the site {site}. Choose another name.'],
  'site-moved-on': ['conflict', 'Someone else has changed this field.'],
  'site-full': ['limit', 'A site can have up to {most} contacts. Delete one before you add another.'],
  'site-full-of-files': ['limit', 'A site can have up to {most} files. Delete one before you add another.'],
  'site-merged': ['conflict', 'This site was merged into {site}. Undo the merge to change it.'],
  'merge-into-itself': ['invalid', 'Choose another site to merge this one into.'],
  'merge-target-merged': ['conflict', '{name} was itself merged into {site}. Merge into {site} instead.'],
  'merge-of-many': [
    'conflict',
    'Other sites were merged into {name}. Undo those merges first, or merge the other way round.',
  ],
  'merge-into-flat': [
    'conflict',
    '{name} has flats, and {site} is itself in a building. Take {site} out of its building first, or merge the other way round.',
  ],
  'undo-nests-buildings': [
    'conflict',
    'Without the merge, {flat} would be in {building}, which is itself in {outer}. Take {out} out of its building first.',
  ],
  'building-itself': ['invalid', 'A site cannot be its own building.'],
  'building-in-building': ['invalid', 'A building cannot be part of another building.'],
  'postcode-invalid': ['invalid', 'Enter a full UK postcode, such as LS6 2HN.'],
  'contact-not-found': ['not-found', 'Contact not found.'],
  'contact-moved-on': ['conflict', 'Someone else has changed this contact. Open it again to see the change.'],
  'contact-name-required': ['invalid', 'Enter the name of the contact.'],
  'contact-telephone-invalid': ['invalid', 'Enter a telephone number in digits, such as 020 7946 0018.'],
  'contact-email-invalid': ['invalid', 'Enter an email address, such as name@example.com.'],
  'contact-ends-before-start': ['invalid', 'The last day must not be before the first.'],
} as const satisfies Record<string, readonly ['conflict' | 'forbidden' | 'invalid' | 'limit' | 'not-found', string]>
