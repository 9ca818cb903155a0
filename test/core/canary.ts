/** Part of every office fact, so that a response to a team member can be searched for it. */
export const canary = 'Canary'
