/** The refusals to change a person's details, apart from the others: only the server decides on them, so that no page loads their sentences. */
export const detailsRefusals = {
  'details-of-others': ['forbidden', 'Only the owner may change the details of other people.'],
  'details-changed-often': ['limit', 'The details of a person can be changed up to 200 times.'],
  'name-without-letters': ['invalid', 'Enter a name with letters.'],
  'name-of-another': [
    'conflict',
    'Somebody else in this company has this name, or had it. Add a middle name or initial, so that the history can tell the two apart.',
  ],
  'name-of-fettle': ['invalid', 'Fettle itself uses this name in the history. Enter another one.'],
  'initials-invalid': ['invalid', 'Enter one to four letters or digits as initials.'],
  'telephone-invalid': ['invalid', 'Enter a telephone number in digits, such as 020 7946 0018.'],
} as const satisfies Record<string, readonly ['forbidden' | 'limit' | 'invalid' | 'conflict', string]>
