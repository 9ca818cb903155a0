export const needsConnection = 'Near me needs a connection. Try again once you’re back online.'
