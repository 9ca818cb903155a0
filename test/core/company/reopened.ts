/** Steps with `reopen` a few after each that closes the company: until then all others are refused. */
export const reopened = <Step extends { command: { type: string } }>(given: readonly Step[], reopen: Step): Step[] =>
  given.flatMap((step, place) => (given[place - 4]?.command.type === 'CloseCompany' ? [reopen, step] : [step]))
