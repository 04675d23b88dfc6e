import { host } from "./host.js";
globalThis.quadrille = host;
