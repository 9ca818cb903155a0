/** Reads that fold or search take a second at most, so those above the shares of their person and company wait for their turn. */
export const shortReads = {
  all: 6,
  waiting: 16,
  error: 'Other pages are being read. Please try again in a moment.',
  code: 'too-many-reads',
}
