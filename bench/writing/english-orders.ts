import { entries, formal, friendly, question, type Order } from './order.ts'

export const englishOrders: Order[] = [
  ...entries('article', 'en', [
    [
      {
        ...friendly,
        topic: 'What to do about a wasp nest under the roof',
        keywords: 'wasp nest, pest control cost, wasp stings',
      },
    ],
    [{ ...formal, topic: 'How to choose a care home for a parent' }],
    [{ ...friendly, topic: 'Is it worth fixing a 15 year old car' }],
    [
      {
        ...friendly,
        topic: 'Learning to swim as an adult',
        target: 'grown-ups who are scared of deep water',
        keywords: 'adult swimming lessons, fear of deep water',
        instructions:
          'Five numbered steps, the first one without getting in. Don’t use the word "easy". Around 700 words.',
        length: 700,
      },
      { numbered: 5, excludes: [' easy '] },
    ],
    [
      {
        ...friendly,
        topic: 'A year of cooking with a solar stove in Kenya',
        keywords: 'solar stove, cooking without charcoal',
        information:
          'stove was 9,500 shillings, charcoal used to be 2,800 a month, beans take 3 hours, useless in April when it rains, neighbors laughed at first',
        target: 'people who cook with charcoal every day',
        instructions:
          'Small table with what we spent before and after. around 750 words, no preaching and not the word "planet"',
        length: 750,
      },
      { hasTable: true, includes: ['9,500', '2,800'], excludes: ['planet'] },
    ],
  ]),
  ...entries('document', 'en', [
    [
      {
        topic: 'People fighting over parking at our apartment building',
        purpose: 'so the owners vote for assigned spaces',
      },
    ],
    [{ topic: 'New hires waiting days for a laptop', purpose: 'to get IT and HR to fix it' }],
    [{ topic: 'Wheelchairs always missing on our ward', purpose: 'for the head nurse' }],
    [
      {
        topic: 'Food thrown away in the school cafeteria',
        purpose: 'to get the school board to try smaller portions for a term',
        target: 'board members who have never eaten there',
        information:
          '430 lunches a day, 58 kg in the bins each day, soup days are worst, weighed it for 15 days, disposal costs 740 euros a month',
        instructions:
          'Numbers in a table. Don’t blame the cooks. End with what we don’t know yet. About 500 words.',
        length: 500,
      },
      { hasTable: true, includes: ['430', '58', '740'] },
    ],
    [
      {
        topic: 'Three of our five village water pumps are broken',
        purpose: 'to get the district to pay for the repair',
        target: 'a district officer with 40 villages to look after',
        information:
          '870 people, 2 pumps still work, women wait up to 90 minutes, one broken since February, parts cost 310,000 kwacha, a man from the next village can do the work',
        instructions:
          'Start with what we need, four numbered points. It shouldn’t sound like begging. About 400 words.',
        length: 400,
      },
      { numbered: 4, includes: ['870', '90', '310,000'] },
    ],
  ]),
  ...entries('business-plan', 'en', [
    [
      {
        name: 'Marta’s Alterations',
        overview: 'I hem pants and fix zippers at home and now I want a small shop',
        format: ['What I do', 'Customers', 'Prices', 'First year'],
      },
    ],
    [
      {
        name: 'Crumb Club',
        overview: 'Gluten-free birthday cakes, baked to order and delivered the same day',
        format: ['Idea', 'Customers', 'Pricing', 'Risks'],
      },
    ],
    [
      {
        name: 'Hassan’s Tire Stand',
        overview: 'tire repair next to the market, want to add oil changes',
        format: ['Services', 'Location', 'Costs', 'Risks'],
      },
    ],
    [
      {
        name: 'Paw & Post',
        overview: 'Boarding for cats in a former post office',
        format: ['Overview', 'Services', 'Marketing', 'Financials'],
        information:
          '14 cat rooms, $32 a night, rent $1,750 a month, I was a vet nurse for nine years, closest competitor is 40 minutes away',
        instructions: 'It’s for a bank loan of $26,000. Costs in a table. Leave out dogs completely.',
      },
      { hasTable: true, includes: ['$32', '1,750', '26,000'], excludes: [' dogs '] },
    ],
    [
      {
        name: 'Gravel Road Eggs',
        overview: 'Selling eggs from our 120 hens to neighbors and two diners',
        format: ['Overview', 'The hens', 'Sales', 'Income and costs'],
        information:
          'around 95 eggs a day, $4.50 a dozen, feed is $310 a month, coop is paid off, I drove a school bus till I retired, grandson helps weekends',
        instructions:
          'For a county farm grant, $7,500 for a fence and a fridge. One month of income and costs in a table. We’re not organic so don’t use that word. About 700 words',
        length: 700,
      },
      { hasTable: true, includes: ['$4.50', '310', '7,500'], excludes: ['organic'] },
    ],
  ]),
  ...entries('cover-letter', 'en', [
    [
      {
        ...formal,
        introduce: 'I walk everywhere, people honk and offer me rides.',
        career:
          'Handed out cheese samples for a year and a half, had a paper route as a kid, no accidents, no tickets',
        duty: 'Rural mail carrier',
        questions: [question('Why are you applying to us?', 700)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'I read the label on everything, even shampoo.',
        career:
          'garden center cashier since 2023, passed the pharmacy tech exam in January, a customer threw a cactus at me one Saturday',
        duty: 'Pharmacy technician',
        questions: [
          question('What does accuracy mean to you?', 600),
          question('How did you handle an angry customer in the past?', 900),
        ],
      },
    ],
    [
      {
        ...formal,
        introduce: 'Been retired since February and I’m climbing the walls.',
        career: 'Ran a punch press for 33 years, coached girls’ softball, up by five anyway',
        duty: 'School crossing guard',
        questions: [question('Give an example of a quick decision you had to make.', 1_000)],
      },
    ],
    [
      {
        ...formal,
        introduce: 'Give me bad weather over a desk any day.',
        career:
          'drove a sugar beet truck five falls in a row, class A license, hung drywall one winter, fired from a car wash, shovel out 19 houses on my block for free',
        duty: 'Snowplow operator',
        questions: [question('What was the hardest day you ever had on a job?', 1_200)],
        target: 'a township road crew of six',
        instructions:
          'Hardest day: full load outside Crookston, tarp ripped loose in a 50 mph wind, I lay on top of it half an hour till Darrell came with straps. we lost maybe a bucket of beets. Get the 19 houses in somewhere. Car wash stays out and so does "hard worker"',
      },
      { includes: ['Crookston', 'Darrell', '19'], excludes: ['car wash', 'hard worker'] },
    ],
    [
      {
        ...formal,
        introduce: 'I’ve had glasses since I was three and sat on most of them.',
        career:
          'Sold mattresses at a strip mall in Yonkers, almost three years, a year of Bible school before that, I string beads and mend necklaces, 240 last Christmas, English and Haitian Creole',
        duty: 'Apprentice optician',
        questions: [
          question('What makes you good at small, precise work?', 800),
          question('How do you deal with customers who can’t make up their minds? Give an example.', 1_100),
        ],
        target: 'an eyeglass shop run by two sisters',
        instructions:
          'The example is Mr. Okonkwo. Lay down on 11 mattresses, three Saturdays, bought nothing. I just brought him a pillow and let him be. Then he sent his daughter and she bought two. Say it was in Yonkers. 240 necklaces is for question one. Bible school is none of their business, and I am not a "people person"',
      },
      { includes: ['240', 'Okonkwo', 'Yonkers'], excludes: ['Bible', 'people person'] },
    ],
  ]),
  ...entries('email', 'en', [
    [
      {
        ...formal,
        topic: 'My hearing aid still whistles',
        strong_points:
          'left one, you had it twice since August, whistles when I chew, paid $185 so far, warranty is up January 9, I’d like a new one and not a third repair',
        receiver: 'Clarion Hearing Center',
      },
    ],
    [
      {
        ...formal,
        topic: 'Jury duty the same week my wife is due',
        strong_points:
          'juror number 118-4062, supposed to report Monday February 8, baby is due the 11th, nobody else can drive her, I can do it any time after May',
      },
    ],
    [
      {
        ...friendly,
        topic: 'I broke Aunt Bev’s casserole dish',
        strong_points:
          'the blue one from Easter, slipped on the porch steps, found the same kind but two inches smaller, bringing it by Saturday, lasagna survived somehow',
      },
    ],
    [
      {
        ...friendly,
        topic: 'Do we sell the boat',
        strong_points:
          'guy in Duluth offers $2,100, slip fee is $615 and due March 31, motor’s dead again, Ray says sell',
        sender: 'Wes',
        receiver: 'Tomasz, he owns a third of it',
        instructions:
          'Remind him how he went overboard holding his sandwich up. He’s allowed to say no but then he does the sanding. "bittersweet" is banned. 110 words tops',
        length: 100,
      },
      { includes: ['2,100', 'March 31', 'Wes'], excludes: ['bittersweet'] },
    ],
    [
      {
        ...formal,
        topic: 'Filming in your laundromat one night',
        strong_points:
          'Tuesday January 26, 10 pm to 2 am, five of us with one camera and two lamps, it’s for my film class, we pay $120, the college insures us',
        sender: 'Noor Haddad',
        receiver: 'Mr. Pruitt, he owns Spin City Laundry',
        instructions:
          'Questions as 1, 2, 3: who locks up after us, which dryer is loudest because we want that one, can we move the soap machine. My teacher needs his okay by January 15. Nothing about "exposure". 150 words at most',
        length: 140,
      },
      { numbered: 3, includes: ['January 26', '$120', 'Noor Haddad'], excludes: ['exposure'] },
    ],
  ]),
  ...entries('instagram-feed', 'en', [
    [{ ...friendly, topic: 'How to sharpen kitchen knives at home', slide_count: 5 }],
    [{ ...friendly, topic: 'Rainy day games for kids without a screen', slide_count: 6 }],
    [{ ...formal, topic: 'Measuring your blood pressure at home the right way', slide_count: 5 }],
    [
      {
        ...friendly,
        topic: 'Clothes swap at the community center',
        target: 'students who have never been to one',
        information:
          'Sunday September 13, 1 to 5, bring up to 10 pieces, clean and no holes, entry 3 euros, leftovers go to a shelter',
        slide_count: 5,
        instructions: 'The rules as three numbered points on one slide. Don’t use the word "vintage".',
      },
      { numbered: 3, includes: ['September 13'], excludes: ['vintage'] },
    ],
    [
      {
        ...friendly,
        topic: 'Our taco stand is moving to a new corner',
        target: 'regulars who stop by after work',
        information:
          'from Monday August 17, corner of 8th and Palmer, 11 to 9, fish tacos still $3.75, cash only, free horchata the first day',
        slide_count: 5,
        instructions:
          'Corner on the first slide and again on the last. Don’t write "delicious". Ask which salsa they want back.',
      },
      { includes: ['Palmer', 'August 17', '$3.75'], excludes: ['delicious'] },
    ],
  ]),
]
