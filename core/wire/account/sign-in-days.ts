/** How far back the list of a person's sign-ins goes. Apart from the schemas, as the screen names it. */
export const signInDays = 30
