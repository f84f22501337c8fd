import { createContext } from 'react';
import { NavigationType } from 'react-router-dom';

/** How the window came to its address; the routes of a page have a location of their own and do not know it. */
export const Arrival = createContext<NavigationType>(NavigationType.Pop);
